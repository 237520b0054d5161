import { defineTexts } from '../lib/language/i18n.ts';

/** Terms and privacy, short and true to what the software does. */
export const legal = defineTexts('legal', {
  termsTitle: 'Terms',
  termsLead:
    'Farline is software that anyone can host. The contract is between you and {{operator}}. These are the terms that the software itself keeps.',
  whoever: 'whoever runs this service',
  termsPayTitle: 'Money',
  termsPay:
    'Calls are paid for from your balance, in advance. The rate that the phone shows is frozen when a call is allowed, and the call is charged at that rate, in the steps shown beside it, rounded up once at the end. A call that isn’t answered costs nothing. A connection fee is charged only where one is shown. There’s no disconnection fee, and credit doesn’t expire.',
  termsTrialTitle: 'Practice credit',
  termsTrial:
    'A new account may receive practice credit, once for each person, when its address is confirmed. It only reaches the practice network, which behaves like a telephone network but isn’t one; it isn’t money and isn’t paid out.',
  termsUseTitle: 'Use',
  termsUse:
    'Call people who want to be called, show only numbers that are yours, and keep your password to yourself. Calls to expensive destinations are blocked until they’re opened for your account.',
  termsEmergencyTitle: 'No emergency calls',
  termsEmergency: 'Farline can’t reach emergency services such as 112, 911 or 999. Keep another phone at hand.',
  termsEndTitle: 'Ending it',
  termsEnd: 'You may stop at any time. The operator may close an account that is used to harm others.',

  privacyTitle: 'Privacy',
  privacyLead: 'What this software keeps about you, and what it doesn’t.',
  privacyKeptTitle: 'What is kept',
  privacyKept:
    'Your name, your email address and, if you gave them, your phone number and a picture. Your password only as a hash that can’t be turned back; your passkeys, the secret of your authenticator app, and what the passwords of your SIP phones are checked with. For every call: the numbers, the times, how it ended, its sound quality, the trunk that carried it and what it cost. Your payments, invoices and receipts, with the address and tax number you gave for them; of a card you save, the brand, the last four digits and the expiry date. Hashes of the code and the link that confirm your address, until they’re used or a day has passed; an account whose address nobody confirms within a week is closed, and its name and address are let go. Hashes of the address, the browser and the card, so that practice credit is given once for each person. Of texts: what they say, who they were with and what became of them. Voicemails that callers leave, with their sound, until you delete them. The people in your contacts, with your notes. Greetings you’ve recorded. Your numbers from elsewhere, and the hash of the code that proved them. For notifications, the addresses of your browsers and SIP apps at their push services.',
  privacyAccessTitle: 'Where you sign in from',
  privacyAccess:
    'For each time you sign in: your network address and what your browser calls itself. The address is also kept with important changes to your account, and named in the notification and email about a new sign-in. These records stay when the account is closed.',
  privacyNotTitle: 'What isn’t',
  privacyNot:
    'Calls aren’t recorded or listened to; of a voicemail, only what the caller leaves is kept. There are no trackers, no advertising and no fonts or scripts from other companies on these pages. The person you call never sees your internet address.',
  privacyBrowserTitle: 'In your browser',
  privacyBrowser:
    'A token in local storage and a cookie that only our server can read keep you signed in. Unless you unticked “Remember me”, what you were shown last is kept too, for when there’s no network: your profile, balance, usage, latest calls and contacts. If you unticked it, another cookie makes the session end with the browser. Texts that aren’t sent yet, unsaved drafts and how your lists are shown wait in local storage. Signing out removes all of this. What you chose for this browser stays: colours, language, sound devices, notifications, whether the phone stays open and your number is hidden; so do the identifiers of your first two calls. One more cookie, kept for 400 days, says that this browser has opened an account before, so that practice credit is given once.',
  privacyOthersTitle: 'Who else sees something',
  privacyOthers:
    'The carrier that completes a call sees the number you dial and the number you show. The operator can see the records above. The carrier of a text reads it, too. If this site may notify you, your browser’s push service passes the notifications on; they’re encrypted, and it can’t read them. Anyone with a link to a voicemail you shared can hear it, and learns who called if you chose to say so. “Test WebRTC Capabilities” asks a public STUN server of Google, which then sees your network address.',
  privacyTranscriptTitle: 'Voicemail transcripts',
  privacyTranscriptElsewhere:
    'This service sends the sound of voicemails to {{host}}, which writes down what was said and sends it back. The terms of {{host}} say what it keeps. The transcript is kept here with the voicemail, and deleted with it.',
  privacyTranscriptHere:
    'A program on the same machine as this service writes down what was said in voicemails. The transcript is kept with the voicemail, and deleted with it.',

  whoTitle: 'Who runs this service',
  whoEmail: 'Write to {{email}}',
  whoTax: 'Tax number {{taxId}}',
  whoUnknown: 'Whoever runs this service hasn’t said who they are. Don’t add money to a balance before you know.',
  whoMissing: 'We couldn’t load who runs this service. Reload the page to try again.',
});

import { defineTexts } from '../lib/language/i18n.ts';

/** Terms and privacy, short and true to what the software does. */
export const legal = defineTexts('legal', {
  termsTitle: 'Terms',
  termsLead:
    'Farline is software that anyone can host. The contract is between you and whoever runs the Farline at this address. These are the terms that the software itself keeps.',
  termsPayTitle: 'Money',
  termsPay:
    'Calls are paid from your balance, in advance. The rate that the phone shows is frozen when a call is allowed, and the call is charged at that rate, in the steps printed beside it, rounded up once at the end. A call without answer costs nothing. There is no disconnection fee, and credit does not expire.',
  termsTrialTitle: 'Practice credit',
  termsTrial:
    'A new account receives practice credit, once for each person. It reaches the practice network only, which behaves like a telephone network and is none; it is no money and is not paid out.',
  termsUseTitle: 'Use',
  termsUse:
    'Call people who want to be called, show only numbers that are yours, and keep your password to yourself. Calls to expensive destinations are blocked until they’re opened for your account.',
  termsEmergencyTitle: 'No emergency calls',
  termsEmergency: 'Farline cannot reach emergency services such as 112, 911 or 999. Keep another telephone at hand.',
  termsEndTitle: 'Ending it',
  termsEnd: 'You may stop at any time. The operator may close an account that is used to harm others.',

  privacyTitle: 'Privacy',
  privacyLead: 'What this software keeps about you, and what it does not.',
  privacyKeptTitle: 'What is kept',
  privacyKept:
    'Your name, email address and, if you gave it, your phone number. Your password only as a hash that cannot be turned back. For every call: the numbers, the times, how it ended, the trunk that carried it and what it cost. Of the code and the link that confirm your address, their hashes, until they are used or a day has passed; an account whose address nobody confirms within a week is closed, and its name and address are let go. So that practice credit is given once for each person: hashes of the address, of the browser and of the card. Of texts: what they say, who they were with and what became of them. Voicemails that callers leave, with their sound, until you delete them. The people in your contacts, with your notes. Greetings that you recorded. Numbers of yours from elsewhere, and the hash of the code that proved them. For notices, the addresses of your browsers at their push services.',
  privacyNotTitle: 'What is not',
  privacyNot:
    'Calls are not recorded or listened to; of a voicemail, only what the caller leaves is kept. There are no trackers, no advertising and no fonts or scripts from other companies on these pages. The person you call never sees your internet address.',
  privacyBrowserTitle: 'In your browser',
  privacyBrowser:
    'A token in local storage and a cookie that only our server can read keep you signed in; the colours and the language you chose are kept beside them. Signing out removes the token. A second cookie, kept for 400 days, says that this browser has opened an account before, so that practice credit is given once.',
  privacyOthersTitle: 'Who else sees something',
  privacyOthers:
    'The carrier that completes a call sees the number you dial and the number you show. The operator can see the records above. The carrier of a text reads it, too. If this site may notify you, your browser’s push service passes the notices on; they are encrypted, and it cannot read them. Whoever has a link to a voicemail that you shared hears it, and who called where you said so.',
  privacyTranscriptTitle: 'Voicemail transcripts',
  privacyTranscriptElsewhere:
    'This Farline sends the sound of voicemails to {{host}}, which writes down what was said and sends it back. What {{host}} keeps of it, its own terms say. The transcript is kept here with the voicemail, and deleted with it.',
  privacyTranscriptHere:
    'A program beside this Farline, on the same machine, writes down what was said in voicemails. The transcript is kept with the voicemail, and deleted with it.',

  whoTitle: 'Who runs this Farline',
  whoEmail: 'Write to {{email}}',
  whoTax: 'Tax number {{taxId}}',
  whoUnknown: 'Whoever runs this Farline has not said who they are. Put no money on a balance before you know.',
  whoMissing: 'We couldn’t load who runs this Farline. Reload the page to try again.',
});

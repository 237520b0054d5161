import { defineTexts } from '../lib/language/i18n.ts';

/** Questions that people have, and true answers. */
export const helpText = defineTexts('help', {
  pageTitle: 'Help',
  lead: 'Short answers to what people ask.',
  contents: 'On this page',

  callTitle: 'How do I call somebody?',
  call1:
    'Sign in and enter the number in the phone: as you’d dial it at home, or with its country code, such as +44 7700 900123, or with 00 in front. The flag in the field shows which country counts as home; press it to choose another. You see the country, the price per minute and how long your balance lasts before you press Call.',
  call2:
    'Your browser asks for the microphone on your first call. During a call you see the time, what it has cost so far and how good the connection is. You can open other pages of Farline; the call goes on. Reloading the page ends it, after a warning.',
  call3: 'Emergency services such as 112, 911 or 999 can’t be reached from here. Keep another phone at hand.',

  moneyTitle: 'What does a call cost?',
  money1:
    'What the phone shows before the call. The price is fixed when the call is allowed and stays, even if prices change meanwhile. You pay only for calls that are answered: for their time, and a connection fee where one is shown. A call that’s busy, refused or not answered costs nothing.',
  money2:
    'Time is billed in the steps shown beside the price and rounded up once, at the end. The page of each call shows the sum line by line. There’s no fee for hanging up, and credit doesn’t expire.',
  money3:
    'While a call runs, part of your balance is set aside for it, so that several calls at once never spend more than you have. Shortly before your credit ends you hear a warning; what isn’t used is free again when the call ends.',
  moneyLink: 'See all prices',

  simulatedTitle: 'What is simulated here?',
  simulated1:
    'A new account calls a practice network. It behaves like the phone network: it rings, answers, speaks, is busy or fails, but no real phone rings. Practice credit, if you have any, pays there at the true prices.',
  simulatedReal: 'You can reach real phones once you’ve made a payment, or once the operator has opened your account.',
  simulatedOnly: 'No call from here reaches a real phone: every call is practice, even after you’ve added funds.',
  simulated2:
    'On the WebRTC test, Connect is simulated and says so; the live test beside it is a real call through the phone system. The calling-card simulator plays its prompts without a phone line.',
  simulatedLink: 'WebRTC test',
  simulatedCards: 'Calling card simulator',

  soundTitle: 'Nobody can hear me, or I can’t hear anything',
  sound1:
    'If the browser refused the microphone, allow it with the icon in its address bar and call again. Browsers only let pages use the microphone over https, or on this very computer as localhost.',
  sound2:
    'Choose the microphone and the speaker in Settings, under Sound; the bar there shows whether you can be heard. Then call the echo test, *43: it’s free, and you hear yourself.',
  sound3:
    'If it crackles or stops, look at the bars during the call: they measure loss and delay. A cable is better than wireless, and a network without a strict firewall better than one with.',
  soundLink: 'Sound settings',

  keysTitle: 'Can I use the keyboard?',
  keys1:
    'Yes, for everything. In the phone: type the digits, Enter calls. During a call the digit keys, * and # are sent as tones, M mutes, H puts them on hold, and Escape pressed twice hangs up. In lists the arrow keys or J and K move, Enter opens, Escape closes what’s open. / or Ctrl K (⌘ K on a Mac) searches for anything, and ? lists all shortcuts.',

  sipTitle: 'Can I use a desk phone or an app?',
  sip1: 'With a SIP phone, yes: Settings, SIP phones creates a user name and a password for each of them, shown once, with the server and domain to enter. If that page says that phones can’t register here yet, the credentials wait until they can.',
  sipLink: 'SIP phones',

  safeTitle: 'How is my account kept safe?',
  safe1:
    'Settings, Security lists where you’re signed in and lets you sign out anything you don’t recognise. We tell you about a sign-in on a new device, and a change of your password or address, under the bell and by email. Expensive types of numbers are blocked until they’re opened for your account.',
  safeLink: 'Security settings',

  leaveTitle: 'How do I take my data, or leave?',
  leave1:
    'Settings, Your data: everything we keep about you in one file, and closing your account. Before you close it, the page tells you what’s left on your balance.',

  brokenTitle: 'Something doesn’t work',
  broken1:
    'The status page says what works and what doesn’t, as measured. If everything does and it still fails, tell support what you did and what the page said.',
  brokenLink: 'Status',
  brokenApi: 'API test',
});

import { defineTexts } from '../lib/language/i18n.ts';

/** Questions that people have, and true answers. */
export const helpText = defineTexts('help', {
  pageTitle: 'Help',
  lead: 'Short answers to what people ask. Every figure is the one that this Farline works by.',
  contents: 'On this page',

  callTitle: 'How do I call somebody?',
  call1:
    'Sign in and type the number into the phone: with its country code, such as +44 7700 900123, or with 00 in front. A number without either is read in the country of your browser’s language. The country, the price per minute and how long your balance lasts stand there before you press Call.',
  call2:
    'Your browser asks for the microphone at the first call. While the call runs you see the time, what it has cost so far and how good the connection is. You may open other pages of Farline; the call goes on. Loading the page again ends it, after a warning.',
  call3: 'Emergency services such as 112, 911 or 999 cannot be reached from here. Keep another telephone at hand.',

  moneyTitle: 'What does a call cost?',
  money1:
    'What the phone shows before the call. The price is frozen when the call is allowed and stays, even if the prices change meanwhile. You pay for answered time only: a call that is busy, refused or not answered costs nothing.',
  money2:
    'Time is billed in the steps that stand beside the price and rounded up once, at the end. The page of each call shows the sum line by line. There is no fee for hanging up, and credit does not expire.',
  money3:
    'While a call runs, a part of your balance is set aside for it, so that several calls at once never spend more than you have. A minute before the money ends you hear a word; what is not used is free again when the call ends.',
  moneyLink: 'See all prices',

  simulatedTitle: 'What is simulated here?',
  simulated1:
    'A new account calls a practice network. It rings, answers, speaks, is busy or fails like the telephone network, and is none: no real telephone rings. Your practice credit is spent there at the true prices. Real telephones are reached while a payment of yours stands, or once whoever runs this Farline has opened your account.',
  simulated2:
    'On the WebRTC test, Connect is simulated and says so; the live test beside it is a real call through the phone engine. The calling-card simulator plays its prompts without a telephone line.',
  simulatedLink: 'WebRTC test',
  simulatedCards: 'Calling card simulator',

  soundTitle: 'Nobody hears me, or I hear nothing',
  sound1:
    'If the browser refused the microphone, allow it by the sign in its address bar and call again. Browsers give the microphone to pages over https and to this very machine as localhost, to nobody else.',
  sound2:
    'Choose the microphone and the speaker in Settings, under Sound; the bar there shows whether you are heard. Then call the echo test, *43: it is free, and you hear yourself.',
  sound3:
    'If it crackles or stops, look at the bars during the call: they measure loss and delay. A cable is better than wireless, and a network without a strict firewall better than one with.',
  soundLink: 'Sound settings',

  keysTitle: 'Can I use the keyboard?',
  keys1:
    'Yes, for everything. In the phone: type the digits, Enter calls. During a call the digit keys, * and # are sent as tones. In lists the arrow keys move, Enter opens, Escape closes what has opened.',

  sipTitle: 'Can I use a desk phone or an app?',
  sip1: 'With a SIP phone, yes: Settings, SIP phones makes a user name and a password for each of them, shown once, with the server and domain to enter. If that page says that registration is not switched on here yet, the credentials wait until it is.',
  sipLink: 'SIP phones',

  safeTitle: 'How is my account kept safe?',
  safe1:
    'Settings, Security lists where you are signed in and signs out what you do not know. A sign-in on a new device and a change of your password or address are told behind the bell and by mail. Dear kinds of numbers are closed until they are opened for your account.',
  safeLink: 'Security settings',

  leaveTitle: 'How do I take my data, or leave?',
  leave1:
    'Settings, Your data: everything that is kept about you in one file, and the end of your account. Before you close it, the page tells you what is left on your balance.',

  brokenTitle: 'Something does not work',
  broken1:
    'The status page says what answers and what does not, as measured. If all answers and it still fails, tell whoever gave you this address what you did and what the page said.',
  brokenLink: 'Status',
  brokenApi: 'API test',
});

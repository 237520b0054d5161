import { defineTexts } from '../lib/language/i18n.ts';

/** Words of the landing page. No claim without a figure behind it. */
export const landing = defineTexts('landing', {
  pageTitle: 'Farline: a telephone in your browser',
  titleFirst: 'Ring the world.',
  titleSecond: 'Know the price first.',
  lead: 'Farline is a phone in your browser. It tells you what a minute costs before you call and what the call has cost while you talk, and charges exactly that.',
  getStarted: 'Get started',
  goToDashboard: 'Go to Dashboard',
  viewPricing: 'View Pricing',
  noCard: 'No card, no contract.',

  pickerLabel: 'Country to call',
  here: 'Here',
  clockThere: '{{time}} there',
  mobile: 'Mobile',
  fixed: 'Landline',
  perMinute: 'a minute',
  tenMobile: '{{ten}} is {{stretch}} to a mobile there.',
  tenFixed: '{{ten}} is {{stretch}} to a landline there.',
  textThere: 'A text costs {{price}} per message part.',
  pricesMissing: 'The prices can’t be loaded right now. You’ll see them in the phone before every call.',
  noPrice: 'not priced',
  checkLabel: 'Or check a number, without an account',

  receiptTitle: 'One call, and everything it says',
  receiptLead: 'An example with a real rate: a {{country}} mobile, three minutes and twenty-four seconds.',
  before: 'Before',
  beforeLine: '{{country}}, mobile',
  beforePrice: '{{price}} a minute',
  beforeNote: 'The rate is fixed when the call is allowed. A later price list doesn’t change it.',
  during: 'During',
  duringLine: '3:24 on the line',
  duringPrice: '{{price}} so far',
  duringNote: 'Before your money ends you hear it. Add some, and the call goes on.',
  after: 'After',
  afterLine: 'You hung up',
  afterPrice: '{{price}} charged',
  afterNote: 'Billed in steps of {{first}} s, then {{next}} s. Anyone can redo the sum.',
  afterNoteEven: 'Billed in steps of {{next}} s. Anyone can redo the sum.',

  featuresTitle: 'What you can hold us to',
  countriesTitle_one: '{{count}} country priced',
  countriesTitle_other: '{{count}} countries and territories priced',
  countriesTitleUnknown: 'Every country in the rate table',
  countriesBody:
    'Counted from the rate table we charge calls by. A destination that isn’t in it can’t be dialled by mistake.',
  encryptedTitle: 'Encrypted from your browser',
  encryptedBody:
    'Your voice travels encrypted from the browser to our system, the same kind phone companies run. Beyond it lies the ordinary phone network, which isn’t encrypted.',
  payTitle: 'Pay for what you use',
  payBody:
    'No connection fee that isn’t shown beside the rate, no monthly minimum, no credit that expires. Fifty calls at once on one dollar still can’t go below zero.',
  trialTitle: 'A trial that rings',
  trialBody:
    'A new account calls our practice network: numbers that answer and speak, are busy, decline or never pick up. It’s simulated, and it says so.',
  explainTitle: 'Every call explained',
  explainBody: 'Who, where to, how long, what it cost and why it ended: one sentence each, kept in your history.',

  comparisonsTitle: 'What prepaid callers have met elsewhere',
  elsewhere: 'Elsewhere',
  compareHere: 'Here',
  minutesCompared: 'The minutes you pay for',
  minutesElsewhere:
    'Before it sued two distributors of calling cards, the US regulator tested their cards: on average one’s gave less than 43% of the advertised minutes, the other’s 50.4%.',
  minutesHere:
    'Once you’ve dialled a number, the phone shows how long your balance lasts, worked out from the rate you’re charged.',
  feesCompared: 'Fees after the call',
  feesElsewhere:
    'Among the common complaints about calling cards, another US authority lists undisclosed fees, taken after a call or just for keeping the card.',
  feesHere: 'One price for each call and a receipt that shows the whole sum. Nothing is taken later.',
  unusedCompared: 'Credit you leave alone',
  unusedElsewhere:
    'A British network kept the credit of pay-as-you-go phones that weren’t used for 180 days. Some companies did so after 70.',
  unusedHere: 'The money you add stays yours until you use it, and what’s left can be refunded.',

  closingTitle: 'The first call takes about a minute.',
  closingBody: 'Sign up, type a number as you’d dial it, and listen to it ring.',
  signUp: 'Create your account',

  phone: 'Phone',
  backToPrices: 'Back to the prices',
  hearNow: 'Hear it now',
  hearNote: '“Hear it now” is a free call to our echo: you talk and hear yourself, without an account.',
  questionsTitle: 'What people ask first',
  appQ: 'Do I need an app?',
  appA: 'No. Farline runs in your browser, on a computer or a phone, and there’s nothing to install.',
  needQ: 'What do I need?',
  needA:
    'A current browser, a microphone and an internet connection. “Hear it now” tells you whether yours can carry a call.',
  shownQ: 'Is my number shown?',
  shownA:
    'The person you call sees a number of yours: one you have here, or one you own elsewhere and have proved to be yours. You can withhold it in Settings.',
  costQ: 'What exactly does a call cost, and is it rounded?',
  costA:
    'What the phone shows before you call, and nothing if nobody answers. Time counts in the steps shown with the price, and the sum is rounded up once, at the end, to six decimal places.',
  expireQ: 'Does unused credit expire?',
  expireA:
    'No, the money you add stays until you use it. Only the minutes and messages that a plan includes end with the month.',
  emergencyQ: 'Can I call emergency numbers?',
  emergencyA:
    'No. Emergency services such as 112, 911 or 999 can’t be reached from here, so keep another phone at hand.',
  sipQ: 'Can I use my SIP phone?',
  sipA: 'Yes, a desk phone or an app that speaks SIP: Settings, SIP phones creates a user name and a password for each. That page also says whether phones can register here yet.',
  backQ: 'How do I get money back?',
  backA:
    'Under Billing, Payments you can have unused credit refunded to the payments it came from. Practice credit isn’t money and isn’t paid out.',
  questionsMore: 'More answers',
});

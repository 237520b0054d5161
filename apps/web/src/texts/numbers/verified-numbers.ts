import { defineTexts } from '../../lib/language/i18n.ts';

/** Words of numbers that people have elsewhere. */
export const verifiedNumbersText = defineTexts('verified-numbers', {
  title: 'Use a number you own elsewhere',
  lead: 'Your calls can show it. First we call it and say a code, or text one, to check that it’s yours. Calls to it still reach your other phone, not Farline.',
  number: 'Your number',
  numberHint: 'A mobile or landline that you answer yourself.',
  check: 'Check the price',
  callCosts: 'One call to {{number}}, {{price}} at most, from your balance.',
  callIsFree: 'One call to {{number}}. It costs nothing.',
  callMe: 'Call me with a code',
  calling: 'We’re calling {{number}}',
  callingBody:
    'Answer it, press any key, and type the six digits you hear. They’re good until {{when}}. If nothing rings within a minute, ask for another call.',
  unreached: 'The call to {{number}} didn’t get through',
  notAnswered: 'The call wasn’t answered.',
  textCosts: 'One text to {{number}}, {{price}} at most, from your balance.',
  textIsFree: 'One text to {{number}}. It costs nothing.',
  textMe: 'Text me a code',
  textInstead: 'Send me a text instead',
  callInstead: 'Call me instead',
  texting: 'We’re texting {{number}}',
  textingBody:
    'Type the six digits from the text. They’re good until {{when}}. If nothing comes within a minute, have us call instead.',
  textUnreached: 'The text to {{number}} didn’t get through',
  textLost: 'The text wasn’t delivered.',
  textAgain: 'Send again',
  code: 'Code',
  confirm: 'Verify',
  again: 'Call again',
  otherNumber: 'Another number',
  failed: 'That didn’t work',
  verified: 'Your calls may show {{number}} now.',
  listTitle: 'Verified numbers',
  until: 'Verified until {{when}}',
  note: 'Calls and texts to it don’t come here.',
  remove: 'Remove {{number}}',
  removeTitle: 'Stop showing {{number}}?',
  removeBody:
    'Your calls show another of your numbers from now on. To show this one again, you need to verify it again.',
  removeConfirm: 'Remove',
  removed: 'Your calls no longer show {{number}}.',
});

import { defineTexts } from '../lib/language/i18n.ts';

/** Words of numbers that people have elsewhere. */
export const verifiedNumbersText = defineTexts('verified-numbers', {
  title: 'Use a number you own elsewhere',
  lead: 'Your calls can show it. First we call it and say a code, to see that it is yours. Calls to it still reach your other phone, not Farline.',
  number: 'Your number',
  numberHint: 'A mobile or landline that you answer yourself.',
  check: 'Check the price',
  callCosts: 'One call to {{number}}, {{price}} at most, from your balance.',
  callIsFree: 'One call to {{number}}. It costs nothing.',
  callMe: 'Call me with a code',
  calling: 'We are calling {{number}}',
  callingBody:
    'Answer it and type the six digits that you hear. They count until {{when}}. If nothing rings within a minute, have yourself called again.',
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
  removeTitle: 'Show {{number}} no more?',
  removeBody: 'Your calls show another number of yours at once. To show this one again, it has to be verified anew.',
  removeConfirm: 'Remove',
  removed: 'Your calls show {{number}} no more.',
});

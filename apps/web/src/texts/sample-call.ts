import { defineTexts } from '../lib/language/i18n.ts';

/** Words of the landing page's picture of a call. Those of the phone are the phone's own, which come with all that a call needs. */
export const sampleCallText = defineTexts('sample-call', {
  picture:
    'Example: the phone in a call to {{name}} ({{country}}), {{time}} on the line and {{price}} so far, and the signed receipt of that call, {{price}} in all.',
  madeUp: 'An example: nobody was called, and the name and the number are made up.',
  soFar: 'so far',
  mute: 'Mute',
  hold: 'Hold',
  keypad: 'Keypad',
  transfer: 'Transfer',
  sound: 'Sound',
  hangUp: 'Hang up',
});

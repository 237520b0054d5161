import { defineTexts } from '../../lib/language/i18n.ts';

/** By what a call is billed, beside the price of its minute: wherever a rate stands. */
export const callTermsText = defineTexts('call-terms', {
  steps: 'Billed in steps of {{first}} s, then {{next}} s',
  stepsEven: 'Billed in steps of {{next}} s',
  minimum: 'at least {{seconds}} s',
  fee: '{{fee}} connection fee',
});

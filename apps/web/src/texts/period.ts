import { defineTexts } from '../lib/language/i18n.ts';

/** Words for choosing days. */
export const periodText = defineTexts('period', {
  period: 'Period',
  month: 'This month',
  days7: '7 days',
  days30: '30 days',
  days90: '90 days',
  days365: '12 months',
  own: 'Custom',
  from: 'From',
  to: 'To',
  wrongWay: 'The last day is before the first',
  tooLong: 'Choose at most 400 days',
});

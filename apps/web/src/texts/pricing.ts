import { defineTexts } from '../lib/i18n.ts';

/** Words of the price list. */
export const pricingText = defineTexts('pricing', {
  pageTitle: 'Pricing',
  title: 'What a minute costs',
  lead: 'The whole list, from the table that charges the calls. The phone shows the exact rate of a number before you call it; dearer kinds of numbers have their own.',
  search: 'Find a country or calling code',
  country: 'Country',
  code: 'Code',
  fixed: 'Landline, a minute',
  mobile: 'Mobile, a minute',
  none: 'not priced',
  nothing: 'No country or calling code matches “{{search}}”.',
  failed: 'The price list cannot be read at this moment.',
  tryAgain: 'Try again',
  loading: 'Loading the price list',
});

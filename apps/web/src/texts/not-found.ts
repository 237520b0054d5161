import { defineTexts } from '../lib/language/i18n.ts';

/** Words of the 404 page. */
export const notFoundText = defineTexts('not-found', {
  title: 'Page Not Found',
  body: 'There is no page at this address. The number you have reached, so to speak, is not in service.',
  home: 'Go Home',
  dashboard: 'Dashboard',
});

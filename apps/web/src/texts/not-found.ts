import { defineTexts } from '../lib/language/i18n.ts';

/** Words of the 404 page. */
export const notFoundText = defineTexts('not-found', {
  title: 'Page Not Found',
  body: 'There’s no page at this address. The number you’ve reached, so to speak, isn’t in service.',
  home: 'Go Home',
  dashboard: 'Dashboard',
});

import { defineTexts } from '../lib/language/i18n.ts';

/** Asked of whoever leaves a page where something is typed that isn't saved. */
export const unsavedText = defineTexts('unsaved', {
  title: 'Leave without saving?',
  lead: 'Your changes on this page haven’t been saved, and they’d be lost.',
  stay: 'Stay on this page',
  leave: 'Leave without saving',
});

import { later } from '../later/later.tsx';

/** Stands where something is typed that isn't saved, for as long as it isn't: whoever leaves the page is asked first. */
export const UnsavedChanges = later(async () => (await import('./ask-before-leaving.tsx')).AskBeforeLeaving, {
  missing: 'nothing',
});

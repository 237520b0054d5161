import { defineTexts } from '../lib/language/i18n.ts';

/** Words that every part of the product uses. */
export const sharedText = defineTexts('shared', {
  /** Between the parts of a line. */
  comma: ', ',
  /** Between a name and what it names, and after a sentence that another follows. */
  colon: ': ',
  point: '. ',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved.',
  remove: 'Remove',
  copy: 'Copy',
  copied: 'Copied',
  tryAgain: 'Try again',
  nothingChanged: 'Nothing was changed.',
  notTouched: 'Your balance wasn’t touched.',
  saveCsv: 'Save as CSV',
  savingFile: 'Preparing the file…',
  fileFailed: 'The file couldn’t be made',
  more: 'Show more',
  loadingMore: 'Loading…',
  findCountry: 'Find a country or calling code',
  noCountry: 'No country matches “{{search}}”.',
  newVersion: 'A new version of Farline is here.',
  reload: 'Reload',
});

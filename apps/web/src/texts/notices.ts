import { noticeSentences } from '@farline/contracts/notice-sentences/en';
import { defineTexts } from '../lib/language/i18n.ts';

/** Words of the bell, and a sentence for each kind of notice. */
export const noticesText = defineTexts('notices', {
  bell: 'Notices',
  bellUnread_one: 'Notices, {{count}} unread',
  bellUnread_other: 'Notices, {{count}} unread',
  title: 'Notices',
  readAll: 'Mark all as read',
  unread: 'Unread',
  settings: 'Choose what is told by mail',
  empty: 'Nothing to tell. Low balance, calls without credit and changes of your password or address appear here.',
  failed: 'The notices could not be read',
  nothingLost: 'None is lost.',
  arrived: 'New notice: {{text}}',
  more: 'Older notices',
  markFailed: 'It could not be marked as read',
  ...noticeSentences,
  // A mail says by itself what to do.
  text_new_device:
    'Somebody signed in with {{device}} from {{address}}, not seen before. If that was not you, sign it out and change your password.',
});

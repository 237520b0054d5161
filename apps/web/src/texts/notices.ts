import { noticeSentences } from '@farline/contracts/notice-sentences/en';
import { defineTexts } from '../lib/language/i18n.ts';

/** Words of the list of notices, and a sentence for each kind. */
export const noticesText = defineTexts('notices', {
  title: 'Notifications',
  readAll: 'Mark all as read',
  unread: 'Unread',
  settings: 'Email notifications',
  empty: 'Nothing new. Low balance, calls without credit and changes to your password or address appear here.',
  failed: 'Your notifications couldn’t be loaded',
  nothingLost: 'None are lost.',
  arrived: 'New notification: {{text}}',
  more: 'Older notifications',
  markFailed: 'It couldn’t be marked as read',
  ...noticeSentences,
  // A mail says by itself what to do.
  text_new_device:
    'Somebody signed in with {{device}} from {{address}}, which is new. If that wasn’t you, sign it out and change your password.',
});

import { defineTexts } from '../lib/i18n.ts';

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
  text_low_balance: 'Your balance is {{balance}}, below your mark of {{mark}}.',
  text_call_out_of_credit: 'Your call to {{to}} was refused: your balance does not pay for it.',
  text_call_cut_off: 'Your call to {{to}} was ended after {{duration}}: the credit was used up.',
  text_password_changed: 'Your password was changed from {{address}}.',
  text_email_changed: 'The address of your account is now {{email}}, changed from {{address}}.',
  text_new_device:
    'Somebody signed in with {{device}} from {{address}}, not seen before. If that was not you, sign it out and change your password.',
});

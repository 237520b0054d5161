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
  text_call_missed: 'You missed a call from {{from}}.',
  text_call_missed_unknown: 'You missed a call from somebody who does not show their number.',
  text_call_cut_off: 'Your call to {{to}} was ended after {{duration}}: the credit was used up.',
  text_call_stopped_by_limit: 'Your call to {{to}} was stopped by a limit: {{reason}}',
  text_payment_failed: 'Your payment of {{amount}} failed. Nothing was charged.',
  text_payment_disputed:
    'Your bank took back a payment of {{amount}}. Your balance did not cover {{owed}} of it, which you owe.',
  text_payment_disputed_covered: 'Your bank took back a payment of {{amount}}. It was taken from your balance.',
  text_dispute_won: 'The dispute over {{amount}} was decided for us: the money is in your balance again.',
  text_dispute_lost: 'The dispute over {{amount}} was decided for you: your bank keeps the money.',
  text_refund_failed: '{{amount}} could not be given back: it is in your balance again.',
  text_payment_method_expires: '{{label}} is good until the end of {{month}}. Add another one before it expires.',
  text_auto_payment_failed: 'Automatic top-up of {{amount}} failed: the card was declined. Nothing was charged.',
  text_auto_top_up_done: '{{amount}} was added to your balance by automatic top-up.',
  text_stopped_declined: 'Automatic top-up stopped because the card was declined.',
  text_stopped_unusual_spending: 'Automatic top-up stopped because of unusual spending.',
  text_stopped_daily_cap: 'Automatic top-up has reached its cap for today. It goes on tomorrow.',
  text_stopped_no_method: 'Automatic top-up stopped because there is no card to charge.',
  text_plan_renewed: 'Your plan {{plan}} was renewed until {{until}} for {{price}}.',
  text_plan_renewal_failed:
    'Your balance does not cover {{price}} for your plan {{plan}}. It goes on until {{until}}; add funds until then.',
  text_plan_ended_unpaid: 'Your plan {{plan}} ended because it was not paid. You pay as you go now.',
  text_plan_ended_cancelled: 'Your plan {{plan}} ended. You pay as you go now.',
  text_unusual_spending:
    '{{spent}} was spent within an hour: more than three times your dearest hour of the last 30 days ({{usual}}).',
  text_password_changed: 'Your password was changed from {{address}}.',
  text_email_changed: 'The address of your account is now {{email}}, changed from {{address}}.',
  text_new_device:
    'Somebody signed in with {{device}} from {{address}}, not seen before. If that was not you, sign it out and change your password.',
});

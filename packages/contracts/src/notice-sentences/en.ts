/** A notice as an English sentence, from which the other languages take their keys. `{{x}}` is filled in. */
export const noticeSentences = {
  text_low_balance: 'Your balance is {{balance}}, below your warning level of {{mark}}.',
  text_call_out_of_credit: 'Your call to {{to}} wasn’t placed: your balance doesn’t cover it.',
  text_call_missed: 'You missed a call from {{from}}.',
  text_call_missed_unknown: 'You missed a call from somebody who doesn’t show their number.',
  text_voicemail_received: 'You have a voicemail from {{from}} ({{duration}}).',
  text_voicemail_received_unknown: 'You have a voicemail from somebody who doesn’t show their number ({{duration}}).',
  text_message_received: 'You have a new message from {{from}}.',
  text_scheduled_failed: 'Your scheduled message to {{to}} wasn’t sent. Its conversation says why.',
  text_scheduled_failed_credit: 'Your scheduled message to {{to}} wasn’t sent: your balance doesn’t cover it.',
  text_scheduled_failed_limit: 'Your scheduled message to {{to}} wasn’t sent: it would pass a spending limit.',
  text_scheduled_failed_price:
    'Your scheduled message to {{to}} wasn’t sent: its price has risen since you scheduled it.',
  text_scheduled_failed_opted_out: 'Your scheduled message to {{to}} wasn’t sent: this person answered STOP.',
  text_keyword_unanswered: '{{from}} wrote {{word}} and got no answer: none could be sent.',
  text_keyword_unanswered_credit: '{{from}} wrote {{word}} and got no answer: your balance doesn’t cover it.',
  text_keyword_unanswered_limit: '{{from}} wrote {{word}} and got no answer: it would pass a spending limit.',
  text_broadcast_paused: 'Your broadcast “{{name}}” is paused. Its page says why.',
  text_broadcast_paused_credit:
    'Your broadcast “{{name}}” is paused: your balance doesn’t cover the next message. Add funds and resume it.',
  text_broadcast_paused_limit: 'Your broadcast “{{name}}” is paused: it has reached a spending limit.',
  text_broadcast_paused_price:
    'Your broadcast “{{name}}” is paused: a price has risen. Look at the new cost and resume it.',
  text_broadcast_completed: 'Your broadcast “{{name}}” is complete. Its report is ready.',
  text_call_cut_off: 'Your call to {{to}} ended after {{duration}} because your balance was used up.',
  text_call_stopped_by_limit: 'A call to {{to}} was stopped. {{reason}}',
  text_payment_failed: 'Your payment of {{amount}} failed. Nothing was charged.',
  text_payment_disputed:
    'Your bank took back your payment of {{amount}} and is looking into it. You owe {{owed}}: no calls can be placed until it’s paid.',
  text_payment_disputed_covered:
    'Your bank took back your payment of {{amount}} and is looking into it. It was taken out of your balance.',
  text_dispute_won: 'Your bank decided: {{amount}} is in your balance again.',
  text_dispute_lost: 'Your bank decided: {{amount}} went back to you and stays out of your balance.',
  text_refund_failed: 'We couldn’t give {{amount}} back to your card. It’s in your balance again.',
  text_payment_method_expires: 'Your card {{label}} is good until the end of {{month}}. Add a new one before then.',
  text_auto_payment_failed: 'Automatic top-up of {{amount}} failed: the card was declined. Nothing was charged.',
  text_auto_top_up_done: '{{amount}} was added to your balance by automatic top-up.',
  text_stopped_declined:
    'Automatic top-up stopped because the card was declined. Choose another card and switch it on again.',
  text_stopped_unusual_spending:
    'Automatic top-up stopped because of unusual spending. Look at your calls and switch it on again.',
  text_stopped_daily_cap: 'Automatic top-up has reached its maximum for today. It continues tomorrow.',
  text_stopped_no_method:
    'Automatic top-up stopped because no payment method is saved. Add one and switch it on again.',
  text_stopped_refunded:
    'Automatic top-up stopped because money was refunded. Switch it on again if you want to keep using it.',
  text_plan_renewed: 'Your plan {{plan}} was renewed until {{until}} for {{price}}.',
  text_plan_renewal_failed:
    'Your balance doesn’t cover {{price}} for your plan {{plan}}. The plan goes on until {{until}}; add funds before then.',
  text_plan_renewal_failed_disputed:
    'Your balance doesn’t cover {{price}} for your plan {{plan}}, and your card wasn’t charged because your bank took back one of your payments. The plan goes on until {{until}}; add funds before then.',
  text_plan_ended_unpaid: 'Your plan {{plan}} ended because it wasn’t paid for. You pay as you go now.',
  text_plan_ended_cancelled: 'Your plan {{plan}} ended. You pay as you go now.',
  text_number_due:
    'Your balance doesn’t cover {{price}} for your number {{number}}, which is renewed on {{until}}. Add funds before then.',
  text_number_renewal_failed:
    'Your balance doesn’t cover {{price}} for your number {{number}}. It keeps ringing until {{until}}; add funds before then to keep it.',
  text_number_ended_unpaid:
    'Your number {{number}} was released because it wasn’t paid for. Until {{until}} nobody else can rent it.',
  text_number_ended_released:
    'Your number {{number}} was released, as you asked. Until {{until}} nobody else can rent it.',
  text_number_ended_unpaid_back:
    'Your number {{number}} was released because it wasn’t paid for, and went back to its provider.',
  text_number_ended_released_back: 'Your number {{number}} was released, as you asked, and went back to its provider.',
  text_number_order_failed_gone:
    'Your order of {{number}} failed: the number isn’t available any more. The {{price}} set aside for it is yours to spend again.',
  text_number_order_failed_documents:
    'Your order of {{number}} was cancelled: the provider asks for documents for this number. The {{price}} set aside for it is yours to spend again.',
  text_number_order_failed_unavailable:
    'Your order of {{number}} failed: the provider didn’t confirm it in time. The {{price}} set aside for it is yours to spend again.',
  text_verified_number_expires:
    'Your number {{number}} was verified nearly a year ago. Verify it again before {{until}}, or your calls will no longer show it.',
  text_verified_number_expired:
    'Your calls no longer show {{number}}: a year has passed since it was verified. You can verify it again.',
  text_verified_number_verified: 'Your calls no longer show {{number}}: somebody else has shown that it’s theirs.',
  text_verified_number_rented: 'Your calls no longer show {{number}}: somebody rents it here.',
  text_unusual_spending:
    '{{spent}} was spent within an hour: more than three times your most expensive hour of the last 30 days ({{usual}}).',
  text_password_changed: 'Your password was changed from {{address}}.',
  text_email_changed: 'Your email address was changed to {{email}} from {{address}}.',
  text_new_device: 'Somebody signed in to your account with {{device}} from {{address}}.',
  text_new_sip_phone:
    'The SIP phone “{{name}}” was added to your account from {{address}}. Its calls are paid from your balance.',
  text_new_forward: 'Somebody at {{address}} set your number {{number}} to forward calls to {{telephones}}.',
};

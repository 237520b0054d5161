import { z } from 'zod';
import { call, endReason } from './calls.ts';
import { eventPayloads as told } from './events.ts';
import { money, parseDecimal } from './money.ts';

const common = {
  id: z.uuid(),
  at: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
  /** The notice as an English sentence; a page in another language makes its own of `kind` and `facts`. */
  text: z.string(),
};

/** Something that a user should know of. `facts` is all that the sentence needs. */
export const notice = z.discriminatedUnion('kind', [
  /** The balance fell below the user's mark. Told once, and again only after it was above the mark. */
  z.object({ ...common, kind: z.literal('low_balance'), facts: z.object({ balance: money, mark: money }) }),
  /** A call was refused for want of credit. */
  z.object({ ...common, kind: z.literal('call_out_of_credit'), facts: z.object({ callId: z.uuid(), to: z.string() }) }),
  /** A running call was ended because the credit was used up. */
  z.object({
    ...common,
    kind: z.literal('call_cut_off'),
    facts: z.object({ callId: z.uuid(), to: z.string(), seconds: call.shape.duration }),
  }),
  /** Somebody called a number of the account and nobody answered; `from` is null for a caller who does not show it. */
  z.object({
    ...common,
    kind: z.literal('call_missed'),
    facts: z.object({ callId: z.uuid(), from: z.string().nullable(), isPossiblyForged: z.literal(true).optional() }),
  }),
  /** Somebody left a message on the voicemail of a number; `voicemailId` is the id of the call too. */
  z.object({
    ...common,
    kind: z.literal('voicemail_received'),
    facts: z.object({ voicemailId: z.uuid(), from: z.string().nullable(), seconds: z.int() }),
  }),
  /** Somebody wrote to numbers of the account; one notice for all that they wrote, `messageId` is the latest. */
  z.object({
    ...common,
    kind: z.literal('message_received'),
    facts: z.object({ messageId: z.uuid(), peer: z.string() }),
  }),
  /** A scheduled message was not sent at its time; `reason` is the code of the refusal. */
  z.object({
    ...common,
    kind: z.literal('scheduled_message_failed'),
    facts: told['scheduled_message.failed'],
  }),
  /** STOP, START or HELP was not answered; `reason` is the code of the refusal. */
  z.object({ ...common, kind: z.literal('keyword_unanswered'), facts: told['keyword.unanswered'] }),
  /** A broadcast cannot go on for now; `reason` is the code of the refusal. */
  z.object({
    ...common,
    kind: z.literal('broadcast_paused'),
    facts: told['broadcast.paused'].extend({ broadcastId: z.uuid() }),
  }),
  z.object({
    ...common,
    kind: z.literal('broadcast_completed'),
    facts: told['broadcast.completed'].extend({ broadcastId: z.uuid() }),
  }),
  /** A call was refused or ended by a spending limit, or because its destination is closed. */
  z.object({
    ...common,
    kind: z.literal('call_stopped_by_limit'),
    facts: z.object({ callId: z.uuid(), to: z.string(), reason: endReason }),
  }),
  z.object({
    ...common,
    kind: z.literal('payment_failed'),
    facts: z.object({ amount: money, isAutomatic: z.boolean() }),
  }),
  /** Money was added by itself, because the balance fell below the mark of automatic top-up. */
  z.object({ ...common, kind: z.literal('auto_top_up_done'), facts: z.object({ amount: money }) }),
  z.object({ ...common, kind: z.literal('auto_top_up_stopped'), facts: told['auto_top_up.stopped'] }),
  /** The payer's bank took a payment back; `owed` is what the balance did not cover. */
  z.object({ ...common, kind: z.literal('payment_disputed'), facts: told['payment.disputed'] }),
  z.object({ ...common, kind: z.literal('dispute_closed'), facts: told['dispute.closed'] }),
  /** It could not be given back: it is in the balance again. */
  z.object({ ...common, kind: z.literal('refund_failed'), facts: told['refund.failed'] }),
  /** `month` as 2034-12: it is good to the end of it. */
  z.object({ ...common, kind: z.literal('payment_method_expires'), facts: told['payment_method.expiring'] }),
  z.object({ ...common, kind: z.literal('plan_renewed'), facts: told['plan.renewed'] }),
  /** The balance did not cover it; the plan goes on until then. */
  z.object({ ...common, kind: z.literal('plan_renewal_failed'), facts: told['plan.renewal_failed'] }),
  z.object({ ...common, kind: z.literal('plan_ended'), facts: told['plan.ended'] }),
  /** The balance will not do for the number's next month, which begins then. */
  z.object({ ...common, kind: z.literal('number_due'), facts: told['number.due'] }),
  /** The balance did not cover it; the number rings on until then. */
  z.object({ ...common, kind: z.literal('number_renewal_failed'), facts: told['number.renewal_failed'] }),
  z.object({ ...common, kind: z.literal('number_ended'), facts: told['number.ended'] }),
  /** A number was ordered and did not come; the price that was set aside for it is free again. */
  z.object({ ...common, kind: z.literal('number_order_failed'), facts: told['number.order_failed'] }),
  /** Calls show it no more then, unless it is verified again. */
  z.object({ ...common, kind: z.literal('verified_number_expires'), facts: told['verified_number.expiring'] }),
  z.object({ ...common, kind: z.literal('verified_number_ended'), facts: told['verified_number.ended'] }),
  /** More in an hour than three times the most expensive hour of the 30 days before, and at least 5. */
  z.object({ ...common, kind: z.literal('unusual_spending'), facts: told['spending.unusual'] }),
  z.object({ ...common, kind: z.literal('password_changed'), facts: told['user.password_changed'] }),
  z.object({ ...common, kind: z.literal('email_changed'), facts: told['user.email_changed'] }),
  /** Somebody signed in on a device that this user had not used before. */
  z.object({ ...common, kind: z.literal('new_device'), facts: told['user.new_device'] }),
  /** A SIP phone got credentials of its own, which a new password does not take away. */
  z.object({ ...common, kind: z.literal('new_sip_phone'), facts: told['user.sip_phone_added'] }),
  /** A number may send calls on to telephones that it sent none to before; a new password does not change that. */
  z.object({ ...common, kind: z.literal('new_forward'), facts: told['number.forward_added'] }),
]);
export type Notice = z.infer<typeof notice>;
export type NoticeKind = Notice['kind'];

export const noticesQuery = z.object({
  unread: z.stringbool().optional(),
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
/** Newest first; `unread` counts all of them, not this page's. */
export const noticesReply = z.object({
  items: z.array(notice),
  nextCursor: z.string().nullable(),
  unread: z.int(),
});
export const unreadReply = z.object({ unread: z.int() });
export const noticeReply = z.object({ notice, unread: z.int() });

const mark = z
  .string({ error: 'Write an amount such as 5.00' })
  .refine((text) => {
    const amount = parseDecimal(text);
    return amount !== null && amount >= 0n && amount <= 10_000_000_000n;
  }, 'Write an amount from 0 to 10000')
  .meta({ example: '5.00' });

/**
 * What a user is told by mail and by push beside the list, and from which balance on it counts as low. A changed password or address,
 * a new SIP phone and a new telephone that calls are forwarded to are always told by mail: that cannot be switched off.
 */
export const noticeSettings = z.object({
  /** Zero: never low. */
  lowBalanceMark: money,
  mail: z.object({
    lowBalance: z.boolean(),
    /** Refused or cut off for want of credit, or by a limit. */
    calls: z.boolean(),
    newDevice: z.boolean(),
    /** A payment that failed; money that was added by itself, or is not any more. */
    payments: z.boolean(),
    /** Renewed, not renewed, ended. */
    plan: z.boolean(),
    unusualSpending: z.boolean(),
    /** Somebody wrote, and it is unread after some minutes: one mail for all, without what they wrote. */
    messages: z.boolean(),
    /** Somebody left a voicemail: its sound comes along. */
    voicemail: z.boolean(),
    /** Somebody called, nobody answered, and they left no voicemail; ten an hour at most, and three of one caller. */
    missedCalls: z.boolean(),
  }),
  /** What is pushed to the browsers that the user has chosen, while no page is looked at there. */
  push: z.object({
    /** While they ring. */
    calls: z.boolean(),
    missedCalls: z.boolean(),
    messages: z.boolean(),
    voicemail: z.boolean(),
  }),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;
export const noticeSettingsReply = z.object({ settings: noticeSettings });
/** What is left out stays. */
export const noticeSettingsChange = z
  .object({
    /** In the account's currency. */
    lowBalanceMark: mark.optional(),
    mail: noticeSettings.shape.mail.partial().optional(),
    push: noticeSettings.shape.push.partial().optional(),
  })
  .meta({ example: { lowBalanceMark: '5.00', mail: { calls: true } } });

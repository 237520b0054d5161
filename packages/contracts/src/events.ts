import { z } from 'zod';
import { endReason } from './calls.ts';
import { countedCall, countedMessage } from './insight.ts';
import { keyword } from './messages/messages.ts';
import { money } from './money.ts';
import { orderFailure } from './numbers/numbers.ts';

/** Whoever shows it reads the present state. */
const nothing = z.object({});
const numberPaid = z.object({ number: z.string(), price: money, until: z.iso.datetime() });
/** What of the amount is left in the balance, once what was owed is paid. Absent: a release up to 0.1.0 told of it. */
const left = money.optional();
const planPaid = z.object({ plan: z.string(), price: money, until: z.iso.datetime() });

/**
 * What modules tell each other through the outbox: every type of event, with what it carries beside its account and its
 * subject's id. Who publishes and who hears each stands in `tools/arrows.json`.
 */
export const eventPayloads = {
  'account.closed': nothing,
  /** `label` of a card, and the month at whose end it expires. */
  'payment_method.expiring': z.object({ label: z.string(), month: z.string() }),
  /** Somebody switched it on or off, or changed what it does. */
  'auto_top_up.changed': nothing,
  'auto_top_up.stopped': z.object({
    reason: z.enum(['declined', 'unusual_spending', 'daily_cap', 'no_method', 'refunded']),
  }),
  'broadcast.changed': nothing,
  'templates.changed': nothing,
  /** All who could be written to have been. */
  'broadcast.completed': z.object({ name: z.string(), sent: z.int() }),
  /** Not by somebody; `reason` is the code of the refusal. */
  'broadcast.paused': z.object({ name: z.string(), reason: z.string() }),
  'call.changed': nothing,
  /**
   * Once a call. `ended` null: nothing to sum up; `isMissed`: it came in, and nobody answered or declined. `menuCallId`: it ended in the menu
   * that answered that call, or unanswered where a key there had called; who hears of the last of them looks whether it was missed.
   */
  'call.ended': z.object({
    ended: countedCall.nullable(),
    reason: endReason.nullable(),
    isMissed: z.literal(true).optional(),
    menuCallId: z.uuid().optional(),
  }),
  /** Of a call that had ended as not answered: its facts as they are after the charge. */
  'call.charged_late': z.object({ ended: countedCall }),
  'contacts.changed': nothing,
  'dispute.closed': z.object({ amount: money, outcome: z.enum(['won', 'lost']), left }),
  /** One was added, renamed or deleted. */
  'greeting.changed': nothing,
  'invoice.issued': nothing,
  /** Somebody wrote STOP, START or HELP, and is to be answered. Its subject is what they wrote. */
  'keyword.received': z.object({
    peer: z.string(),
    number: z.string(),
    keyword,
    /** Of the word, ISO 639. Absent: a release up to 0.1.0 told of it. */
    language: z.string().optional(),
  }),
  /** It got no answer; `reason` is the code of the refusal. */
  'keyword.unanswered': z.object({ peer: z.string(), keyword, reason: z.string() }),
  'limits.changed': nothing,
  /** A message came in. */
  'message.arrived': countedMessage,
  /** The message's own id is its subject. */
  'message.changed': nothing,
  /** A message came in that people are to be told of: not of somebody they blocked. */
  'message.received': z.object({ peer: z.string(), number: z.string() }),
  /** Once a message, when what it costs is known. */
  'message.charged': z.object({
    at: z.iso.datetime(),
    costMicros: z.string().regex(/^\d+$/),
    /** Absent: a release up to 0.1.0 told of it. */
    counted: countedMessage.optional(),
  }),
  /** Of what a message cost something was given back. */
  'message.returned': countedMessage,
  'notice.changed': z.object({ userId: z.uuid() }),
  /** A number was rented, renewed, changed or released. */
  'number.changed': nothing,
  /** The balance will not do for the month that begins then. */
  'number.due': numberPaid,
  /** It is released then, unless it is paid before. */
  'number.renewal_failed': numberPaid,
  /** Nobody else can rent it until then; null: it went back to its provider. */
  'number.ended': z.object({
    number: z.string(),
    reason: z.enum(['released', 'unpaid']),
    until: z.iso.datetime().nullable(),
  }),
  /** Its rule sends calls on to telephones that it sent none to before. */
  'number.forward_added': z.object({ number: z.string(), telephones: z.array(z.string()).min(1), address: z.string() }),
  /** It came to nothing after whoever ordered had gone; what was set aside for it is free again. */
  'number.order_failed': z.object({ number: z.string(), reason: orderFailure, price: money }),
  /** A number that somebody has elsewhere is shown no more then, unless it is verified again. */
  'verified_number.expiring': z.object({ number: z.string(), until: z.iso.datetime() }),
  /** `verified`: by another account; `rented`: somebody rents it here. */
  'verified_number.ended': z.object({ number: z.string(), reason: z.enum(['expired', 'verified', 'rented']) }),
  /** `owed` is what the balance did not cover. */
  'payment.disputed': z.object({ amount: money, owed: money }),
  'payment.ended': z.object({ state: z.string(), purpose: z.string(), amount: money }),
  'plan.changed': nothing,
  'plan.ended': z.object({ plan: z.string(), reason: z.enum(['unpaid', 'cancelled']) }),
  /** `isCardDisputed`: there is a card, and it wasn't charged because a bank took a payment back; older ones don't say. */
  'plan.renewal_failed': planPaid.extend({ isCardDisputed: z.boolean().optional() }),
  'plan.renewed': planPaid,
  'refund.failed': z.object({ amount: money, left }),
  'refund.succeeded': z.object({ amount: money }),
  /** It was not sent at its time; `reason` is the code of the refusal. */
  'scheduled_message.failed': z.object({ peer: z.string(), reason: z.string() }),
  'session.ended': nothing,
  'spending.unusual': z.object({ spent: money, usual: money, hourFrom: z.iso.datetime() }),
  /** The thread's peer. */
  'thread.changed': z.object({ peer: z.string() }),
  /** Nothing of the thread is unread any more. */
  'thread.read': z.object({ peer: z.string() }),
  'user.changed': nothing,
  'user.email_changed': z.object({ email: z.string(), address: z.string() }),
  'user.new_device': z.object({ sessionId: z.uuid(), device: z.string(), address: z.string() }),
  'user.password_changed': z.object({ address: z.string() }),
  'user.sip_phone_added': z.object({ phoneId: z.uuid(), name: z.string(), address: z.string() }),
  /** One was heard, or deleted. */
  'voicemail.changed': nothing,
  /** What was said in one was written down, or could not be. */
  'voicemail.transcribed': nothing,
  /** Somebody left a message; its subject is the call. */
  'voicemail.received': z.object({
    number: z.string(),
    from: z.string().nullable(),
    seconds: z.int(),
    at: z.iso.datetime(),
  }),
  'wallet.changed': nothing,
} as const;

export type EventType = keyof typeof eventPayloads;
export type EventPayload<Type extends EventType> = z.infer<(typeof eventPayloads)[Type]>;

/** The type of a stored event with its payload, read by its schema; null for what is not understood. */
export function readEvent<Type extends EventType>(
  type: string,
  payload: unknown,
): { type: Type; payload: EventPayload<Type> } | null {
  // Releases up to 0.1.0 told the end of a call as a change with its facts.
  const isEnd = type === 'call.changed' && typeof payload === 'object' && payload !== null && 'ended' in payload;
  const told = isEnd ? 'call.ended' : type;
  if (!Object.hasOwn(eventPayloads, told)) return null;
  const { data } = eventPayloads[told as Type].safeParse(payload);
  return data === undefined ? null : { type: told as Type, payload: data as EventPayload<Type> };
}

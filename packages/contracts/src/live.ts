import { z } from 'zod';
import { walletView } from './billing.ts';
import { call } from './calls.ts';
import { message, thread } from './messages/messages.ts';
import { money } from './money.ts';
import { notice } from './notices.ts';

/** What is pushed to the browser. Each carries the whole new state of its subject: applying it twice changes nothing. */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call.changed'), call }),
  z.object({ type: z.literal('wallet.changed'), wallet: walletView }),
  z.object({ type: z.literal('trial_credit.changed'), trialCredit: money }),
  /** The account is on another plan, or on the same for another period: ask for the user and the subscription again. */
  z.object({ type: z.literal('plan.changed') }),
  /** The account has other numbers, or they are called or paid otherwise: ask for the user and the numbers again. */
  z.object({ type: z.literal('number.changed') }),
  /** Something was used, held or given back of what the plan includes: ask for the subscription again. */
  z.object({ type: z.literal('allowance.changed') }),
  /** A statement or a receipt was written: ask for the invoices again. */
  z.object({ type: z.literal('invoices.changed') }),
  /** A payment, a refund or a dispute came to an end, or automatic top-up stopped: ask for them again. */
  z.object({ type: z.literal('payments.changed') }),
  /** A message was sent, came in, or went on; `unread` of all threads. */
  z.object({ type: z.literal('message.changed'), message, unread: z.int() }),
  /** A thread was read, blocked, or got another draft. */
  z.object({ type: z.literal('thread.changed'), thread, unread: z.int() }),
  /** A broadcast went from one status to another: ask for it again. */
  z.object({ type: z.literal('broadcast.changed'), id: z.uuid() }),
  /** A template of messages was kept, changed or removed. */
  z.object({ type: z.literal('templates.changed') }),
  /** A caller left a voicemail, or one was heard or deleted: ask for them again. */
  z.object({ type: z.literal('voicemail.changed'), unheard: z.int() }),
  /** Some contact was added, changed or removed: ask for the names again. */
  z.object({ type: z.literal('contacts.changed') }),
  /** A spending limit was changed or lifted, or a destination opened or closed: ask for the limits again. */
  z.object({ type: z.literal('limits.changed') }),
  /** Something about the user was changed elsewhere, such as their mail address: ask for the profile again. */
  z.object({ type: z.literal('user.changed') }),
  /** `notice` null: many were read at once, or one went. */
  z.object({ type: z.literal('notice.changed'), notice: notice.nullable(), unread: z.int() }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** The first message of a client on `/ws`; `after` is the last position it has seen, to get what it missed. */
export const liveHello = z.object({
  type: z.literal('hello'),
  token: z.string().max(4096),
  after: z.int().min(0).optional(),
});
/** A new access token on an open socket. */
export const liveToken = z.object({ type: z.literal('token'), token: z.string().max(4096) });
export const livePing = z.object({ type: z.literal('ping') });
export const liveClientMessage = z.discriminatedUnion('type', [liveHello, liveToken, livePing]);

export const liveServerMessage = z.discriminatedUnion('type', [
  /** `resumed` false: too much was missed, ask for everything again. */
  z.object({ type: z.literal('ready'), position: z.int(), resumed: z.boolean() }),
  z.object({ type: z.literal('event'), position: z.int(), event: liveEvent }),
  z.object({ type: z.literal('pong') }),
  /** `retryAfterSeconds`: whoever is refused for now comes again, and not before. */
  z.object({
    type: z.literal('refused'),
    code: z.string(),
    message: z.string(),
    retryAfterSeconds: z.int().optional(),
  }),
]);
export type LiveServerMessage = z.infer<typeof liveServerMessage>;

import { z } from 'zod';
import { callerShown } from './voice/caller-doubt.ts';
import { answeredAs, answering } from './voice/answering.ts';
import { asking } from './voice/asking.ts';
import { callMoved, socketClosed } from './voice/connections.ts';
import { instantMs, report } from './voice/report.ts';
import { forwardsBefore, forwardTo, outElse } from './voice/forwarding.ts';
import { ringingOrder, waking } from './voice/waking.ts';
import { refusal } from './voice/refusal.ts';
import { pushAnswer, pushAsk } from './voice/phone-pushes.ts';
import { closeConnectionsOrder, phoneAnswer, phoneAsk, waitingOrder } from './voice/phones.ts';

/**
 * The words between Kamailio and the server, over EVAPI: netstrings of flat JSON, so that a proxy can read and write them.
 * Every report carries a key and comes again each second until the server acknowledges that key.
 */

const transaction = { transactionIndex: z.int(), transactionLabel: z.int() };

/** One INVITE, as tm knows it: what is allowed is allowed to it alone, whatever else names the same call. */
export const permissionOf = (ask: { transactionIndex: number; transactionLabel: number }): string =>
  `${ask.transactionIndex}.${ask.transactionLabel}`;

/** May this INVITE be placed? Asked of one server only; an answer after `waitsMs` finds no transaction. */
export const callAsk = z.object({
  type: z.literal('call.ask'),
  ...asking,
  /** From the header X-Farline-Call; empty or odd when the caller sent none. */
  call: z.string(),
  /** The authenticated user: the part of the ephemeral username after the colon. */
  user: z.string(),
  /** User part of the request-URI. */
  dialled: z.string(),
  sipCallId: z.string(),
  fromTag: z.string(),
  /** `address:port` of the caller's WebSocket, to match `socket.closed`. */
  connection: z.string(),
  /** User name of the SIP phone that proved to be the caller; empty for a browser. Such a call has no id yet: the answer names it. */
  phone: z.string().default(''),
  /** `id`: the caller asks that who is called shall not see the number (RFC 3323 §4.2, or an anonymous From). */
  privacy: z.enum(['', 'id']).default(''),
});

/** A call came in from the carrier side: whose number is it, and which phones and whose browsers ring? Answered as `call.ask` is. */
export const incomingAsk = z.object({
  type: z.literal('incoming.ask'),
  ...asking,
  /** User part of the request-URI. */
  dialled: z.string(),
  ...callerShown,
  /** `address:port` that the INVITE came from: only trunks may call. */
  source: z.string(),
  sipCallId: z.string(),
  fromTag: z.string(),
  ...forwardsBefore,
});

const trunkSlot = z.string();

/** Allow, with at most three trunks in order. Kamailio builds From and P-Asserted-Identity from this alone. */
export const callAllowed = z.object({
  type: z.literal('call.answer'),
  decision: z.literal('allow'),
  ...transaction,
  call: z.string(),
  /** As in the ask; they come back in `call.not_placed` when the transaction is gone. */
  sipCallId: z.string(),
  fromTag: z.string(),
  /** E.164 shown to the far side; empty for anonymous. */
  callerId: z.string(),
  /** `id`: the trunk alone is told the number, and to keep it to itself (RFC 3323 §4.2, RFC 3325 §7). */
  privacy: z.enum(['', 'id']),
  /** Seconds after the answer at which the engine ends the call by itself. */
  grantedSeconds: z.int(),
  /** How long a trunk or phone may say nothing at all; not ring though it said that it tries; ring. */
  firstSignMs: z.int(),
  tryingMs: z.int(),
  ringingMs: z.int(),
  trunkCount: z.int(),
  /** Name (letters, digits, hyphen) and request-URI of each trunk, e.g. sip:447700900123@127.0.0.1:5070;transport=udp. */
  trunk1Name: trunkSlot,
  trunk1Uri: trunkSlot,
  trunk2Name: trunkSlot,
  trunk2Uri: trunkSlot,
  trunk3Name: trunkSlot,
  trunk3Uri: trunkSlot,
  ...outElse,
});

/** Ring every registered phone and browser of these: the first that answers has the call. Nobody there: 480. */
export const callRings = z.object({
  type: z.literal('call.answer'),
  decision: z.literal('ring'),
  ...transaction,
  call: z.string(),
  sipCallId: z.string(),
  fromTag: z.string(),
  /** Of whom the phones are told that they call: E.164, or what the trunk wrote if that is no number; empty for who does not show it. */
  callerId: z.string(),
  grantedSeconds: z.int(),
  firstSignMs: z.int(),
  tryingMs: z.int(),
  ringingMs: z.int(),
  /** The trunk that it came by. */
  trunk: z.string(),
  /** User names of the phones, and ids of the users whose browsers ring, each with `|` between them. */
  phones: z.string(),
  users: z.string(),
  ...waking,
  ...answering,
  ...forwardTo,
});

export const callRefused = z.object({
  type: z.literal('call.answer'),
  decision: z.literal('refuse'),
  ...transaction,
  call: z.string(),
  /** As in the ask; they come back in `call.not_placed` when the transaction is gone. */
  sipCallId: z.string(),
  fromTag: z.string(),
  ...refusal,
});

/** The SIP names of an answered call. */
const dialog = { sipCallId: z.string(), fromTag: z.string(), toTag: z.string() };

/** The far side rings (180) or speaks early (183). */
export const callRinging = z.object({
  type: z.literal('call.ringing'),
  ...report,
  trunk: z.string(),
  status: z.coerce.number().int(),
});
export const callAnswered = z.object({
  type: z.literal('call.answered'),
  ...report,
  trunk: z.string(),
  ...dialog,
  attempts: z.string(),
  /** Of a call that came in, `address:port` of the WebSocket of the browser that answered, to match `socket.closed`, or `phone:` and the user name of a phone; else empty. */
  connection: z.string().default(''),
});
/** `at` is the first BYE, or the instant of the cut. `answeredAt` stands here too: answered may come late or never. */
export const callEnded = z.object({
  type: z.literal('call.ended'),
  ...report,
  answeredAt: instantMs,
  /** `partner`: the call bridge, because the other of two joined calls is over. */
  by: z.enum(['caller', 'callee', 'partner', 'limit', 'server']),
  trunk: z.string(),
  ...dialog,
  ...answeredAs,
});
/** Never answered. `attempts` lists what each trunk said: `sandbox-a=503,sandbox-b=486`; 408 of our own timer is `timeout`. */
export const callFailed = z.object({
  type: z.literal('call.failed'),
  ...report,
  status: z.coerce.number().int(),
  cause: z.enum(['final', 'first_sign_timeout', 'ringing_timeout', 'cancelled']),
  trunk: z.string(),
  attempts: z.string(),
});
/** The caller is out: the call's far side talks with that of the call named in `to`. */
export const callTransferred = z.object({ type: z.literal('call.transferred'), ...report, to: z.string() });
/**
 * An ask that came to nothing: no answer within 3 s (`timeout`), or an answer that found no transaction (`cancelled`). `call`,
 * `sipCallId` and `fromTag` are the caller's own words, also in another INVITE of theirs: act only on what was set aside for this very
 * `permission`.
 */
export const callNotPlaced = z.object({
  type: z.literal('call.not_placed'),
  ...report,
  cause: z.enum(['cancelled', 'timeout']),
  sipCallId: z.string(),
  fromTag: z.string(),
  permission: z.string(),
});
/**
 * The carrier of a call that is over has not let go of it: no 2xx, 481 or 408 has come to our BYEs, and it may go on counting. They go on.
 * `status`: what it last said; 0: nothing.
 */
export const callNotHungUp = z.object({
  type: z.literal('call.not_hung_up'),
  ...report,
  trunk: z.string(),
  status: z.coerce.number().int(),
  byes: z.coerce.number().int(),
});
/** The carrier of a call that was reported as not hung up has let go of it. */
export const callHungUp = z.object({ type: z.literal('call.hung_up'), ...report, trunk: z.string() });
/** What became of an order (`extend`, `end`, `cancel`, `decline`): 1 done, 0 no such call. */
export const orderDone = z.object({ type: z.literal('order.done'), order: z.string(), done: z.coerce.number().int() });
/** What a registrar said to the order `register`; a status of 0: it could not be sent, and where nothing is said nothing comes. */
export const trunkRegistered = z.object({
  type: z.literal('trunk.registered'),
  order: z.string(),
  status: z.coerce.number().int(),
  /** How long it keeps our Contact. */
  seconds: z.coerce.number().int(),
  /** 423: the shortest that it takes (Min-Expires); another refusal: when it may be asked again (Retry-After); 0: it does not say. */
  wait: z.coerce.number().int(),
});
/** Everything that the server wrote before this mark has been read. */
export const lineChecked = z.object({ type: z.literal('line.checked'), mark: z.coerce.number().int() });
/** First message after the connection: `epoch` changes when Kamailio has been started anew. */
export const engineHello = z.object({ type: z.literal('engine.hello'), epoch: z.string() });

export const engineMessage = z.discriminatedUnion('type', [
  callAsk,
  incomingAsk,
  phoneAsk,
  pushAsk,
  callRinging,
  callAnswered,
  callEnded,
  callFailed,
  callNotPlaced,
  callTransferred,
  callNotHungUp,
  callHungUp,
  callMoved,
  socketClosed,
  orderDone,
  trunkRegistered,
  lineChecked,
  engineHello,
]);
export type EngineMessage = z.infer<typeof engineMessage>;
export type EngineReport = Extract<EngineMessage, { key: string }>;
export type CallAsk = z.infer<typeof callAsk>;
export type IncomingAsk = z.infer<typeof incomingAsk>;
export type CallRings = z.infer<typeof callRings>;
export type PhoneAsk = z.infer<typeof phoneAsk>;
export type { SocketClosed } from './voice/connections.ts';
export type { PushAnswer, PushAsk } from './voice/phone-pushes.ts';
export type CallAllowed = z.infer<typeof callAllowed>;
export type CallRefused = z.infer<typeof callRefused>;

/** A server names itself (letters, digits, hyphen, dot; a new name for each connection) at once after connecting, then beats every 500 ms; silent for 3 s it is away. */
export const serverHello = z.object({ type: z.literal('server.hello'), server: z.string() });
export const serverBeat = z.object({ type: z.literal('server.beat'), server: z.string() });
/** A server that is about to leave: it gets no more asks, but its answers and acknowledgements still count. */
export const serverBye = z.object({ type: z.literal('server.bye'), server: z.string() });
/** Asked now and then, so that never more is on its way than Kamailio can read at once. */
export const lineCheck = z.object({ type: z.literal('line.check'), mark: z.int() });
/**
 * How a trunk that challenges us is answered; an empty user: it is not, any more. Told after each connection, before anything else, and
 * again when it changes.
 */
export const trunkLogin = z.object({
  type: z.literal('trunk.login'),
  trunk: z.string(),
  user: z.string(),
  password: z.string(),
  /** The one realm whose challenges are answered; empty: any. */
  realm: z.string(),
});
export const acknowledge = z.object({ type: z.literal('ack'), key: z.string() });
/**
 * Sets the running call's end, by the clock of the engine, which stamped its answer: an order that is late or comes again
 * moves nothing. Unix seconds and milliseconds apart, since Kamailio's numbers have 32 bits.
 */
export const extendOrder = z.object({
  type: z.literal('extend'),
  order: z.string(),
  ...dialog,
  endsAtSecond: z.int(),
  endsAtMillisecond: z.int().min(0).max(999),
});
/** Ends the dialog with BYE to both sides. */
export const endOrder = z.object({ type: z.literal('end'), order: z.string(), ...dialog });

/** Sends one REGISTER to a carrier, with its challenge answered by the trunk's login; answered by `trunk.registered`. */
export const registerOrder = z.object({
  type: z.literal('register'),
  order: z.string(),
  trunk: z.string(),
  /** The registrar, and the address-of-record that is registered with it; neither has a space. */
  uri: z.string(),
  aor: z.string(),
  /** The same for all of one trunk, with a CSeq that rises by three at least (RFC 3261 §10.2.4). */
  callId: z.string(),
  cseq: z.int(),
  /** 0: no longer. */
  seconds: z.int(),
});

export const serverMessage = z.union([
  callAllowed,
  callRings,
  callRefused,
  phoneAnswer,
  pushAnswer,
  serverHello,
  serverBeat,
  serverBye,
  lineCheck,
  trunkLogin,
  acknowledge,
  extendOrder,
  endOrder,
  ringingOrder,
  closeConnectionsOrder,
  waitingOrder,
  registerOrder,
]);
export type TrunkLogin = z.infer<typeof trunkLogin>;
export type ServerMessage = z.infer<typeof serverMessage>;

import { MESSAGE_LIMITS, type Micros, type Money, micros, parseDecimal } from '@farline/contracts';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { availableMicros, holdSql, lockWallet, microsOfSeconds, placeHold, wholeUnits } from '../../ledger/index.ts';
import { type Claim, judgeAnew } from '../../limits/index.ts';
import type { PaidBy } from '../../rating/index.ts';
import { addMessage, findThread, type ThreadRecord } from '../inbox/threads-store.ts';
import { ANY_CODE, withCode } from '../record/hidden-code.ts';
import { type MessageRecord, splitSegments } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import {
  limitReached,
  messageTooLong,
  outOfCredit,
  paymentOwed,
  priceChanged,
  recipientOptedOut,
} from '../record/messages-problems.ts';
import { holdAndClaim, isAnswered, recentlySent } from '../record/messages-store.ts';
import { type NewMessage, type PlannedMessage, planMessage, whoPays } from './plan-message.ts';
import { abuseOf, PREFIX_LENGTH } from './stop-abuse.ts';

/** A request with who makes it; `spender`: whose limits count where no user sends. */
export type SendRequest = NewMessage & {
  userId: string | null;
  spender: string;
  /** What the sender was shown for a segment. */
  pricePerSegment?: Money | undefined;
  /** The message with a keyword that this one answers: also to somebody who wants no other. */
  answers?: string;
  /** The broadcast that it is a part of. It stands in its thread, and does not bring that to the top of the inbox. */
  broadcastId?: string;
  /** The verification whose code stands where `HIDDEN_CODE` is in the text. */
  codeOf?: string;
  /** Notes in the same transaction what the message is written for; what it throws undoes the message. */
  note?: (tx: Transaction, messageId: string) => Promise<void>;
};

/** A keyword is answered once. */
export class AlreadyAnswered extends Error {}

/**
 * Writes a message down to be sent, with all that it costs set aside. From then on it is never lost. Throws the Problem
 * that says why not: no such number, nobody to carry it, a recipient who asked for none, no credit, a limit.
 */
export async function writeMessage(deps: MessagesDeps, request: SendRequest): Promise<MessageRecord> {
  const { planned, thread } = await planSendable(deps, request);
  const isFirst = (thread?.lastMessageId ?? null) === null;
  const written = await judgeAnew(async () => await write(deps, request, { ...planned, isFirst }));
  if (written === null) throw limitReached('hour');
  return written;
}

/** What a message would be, where nothing but money, limits and what looks like abuse stands in its way. Throws the Problem that does. */
export async function planSendable(
  deps: MessagesDeps,
  request: SendRequest,
): Promise<{ planned: PlannedMessage; thread: ThreadRecord | null }> {
  const planned = await planMessage(deps, request);
  if (planned.segments.parts.length > MESSAGE_LIMITS.segments) throw messageTooLong(MESSAGE_LIMITS.segments);
  if (planned.sender.owes) throw paymentOwed();
  if (isDearer(planned, request.pricePerSegment)) throw priceChanged();
  const thread = await findThread(deps.database, { accountId: request.accountId, peer: planned.rated.number });
  if (thread?.isOptedOut === true && request.answers === undefined) throw recipientOptedOut();
  return { planned, thread };
}

async function write(
  deps: MessagesDeps,
  request: SendRequest,
  planned: PlannedMessage & { isFirst: boolean },
): Promise<MessageRecord> {
  return await inTransaction(deps.database, async (tx) => {
    const message = await held(deps, tx, request, planned);
    await refuseAbuse(tx, request, planned, message.createdAt);
    await addMessage(tx, message, { unread: 0 });
    await request.note?.(tx, message.id);
    return message;
  });
}

/** Whoever sends holds the wallet's lock, so that what was sent at the same moment is counted. */
async function refuseAbuse(
  tx: Transaction,
  { accountId, codeOf, text: shown }: SendRequest,
  { sender, rated, rate, isFirst }: PlannedMessage & { isFirst: boolean },
  now: Date,
): Promise<void> {
  const sent = await recentlySent(tx, { accountId, peer: rated.number, now, prefixLength: PREFIX_LENGTH });
  const { perSegmentMicros } = rate;
  const text = codeOf === undefined ? shown : withCode(shown, ANY_CODE);
  const problem = abuseOf({ text, accountState: sender.state, isFirst, perSegmentMicros, sent });
  if (problem !== null) throw problem;
}

/** The message with what it costs held: the plan's messages first, then money or trial credit, all of it or nothing. */
async function held(
  deps: MessagesDeps,
  tx: Transaction,
  request: SendRequest,
  planned: PlannedMessage,
): Promise<MessageRecord> {
  const { sender, segments, rate } = planned;
  const at = deps.clock.now();
  const id = newId(at);
  const allowance = await holdAllowance(tx, planned, { id, at });
  const split = splitSegments(segments.parts.length, allowance.segments, rate.perSegmentMicros);
  const payer = await payerOf(tx, planned, split.costMicros);
  if (request.answers !== undefined && (await isAnswered(tx, request.answers))) throw new AlreadyAnswered();
  const claim = await judged(deps, tx, request, { planned, id, at, costMicros: split.costMicros });
  const holdId = await hold(tx, claim, { walletId: payer.walletId, costMicros: split.costMicros, id, at });
  return {
    ...{ id, accountId: request.accountId, userId: request.userId, number: sender.number, peer: planned.rated.number },
    ...{ text: request.text, encoding: segments.encoding, segments: segments.parts.length },
    ...{ state: 'queued', reason: null, isPractice: planned.isPractice, createdAt: at, sentAt: null, endedAt: null },
    ...{ refusedBy: [], tries: 0, answers: request.answers ?? null, broadcastId: request.broadcastId ?? null },
    codeOf: request.codeOf ?? null,
    paid: {
      ...rate,
      paidBy: payer.paidBy,
      payerWalletId: payer.walletId,
      holdId,
      allowanceHoldId: allowance.holdId,
      includedSegments: split.includedSegments,
      chargedMicros: null,
      returnedMicros: micros(0n),
      returnedIncluded: 0,
    },
  };
}

/** Sets aside what a message costs and counts it as spent; gives the hold, null where it costs nothing. */
async function hold(
  tx: Transaction,
  claim: Claim,
  { walletId, costMicros, id, at }: { walletId: string; costMicros: Micros; id: string; at: Date },
): Promise<string | null> {
  if (costMicros === 0n) {
    await claim.take(tx, costMicros);
    return null;
  }
  const holdId = newId(at);
  const cause = { type: 'message', id };
  const isHeld = await holdAndClaim(tx, {
    hold: holdSql({ holdId, walletId, amountMicros: costMicros, seenMicros: null, cause, at }),
    claim: claim.claimSql(costMicros),
  });
  if (!isHeld) throw outOfCredit();
  return holdId;
}

/** Comes before every lock of the wallet of money. */
async function holdAllowance(
  tx: Transaction,
  { sender, segments }: PlannedMessage,
  { id, at }: { id: string; at: Date },
): Promise<{ holdId: string | null; segments: number }> {
  if (sender.allowance === null) return { holdId: null, segments: 0 };
  const hold = await placeHold(tx, {
    walletId: sender.allowance.walletId,
    wantedMicros: microsOfSeconds(segments.parts.length),
    leastMicros: microsOfSeconds(1),
    cause: { type: 'message_allowance', id },
    at,
  });
  return hold.allowed ? { holdId: hold.holdId, segments: wholeUnits(hold.heldMicros) } : { holdId: null, segments: 0 };
}

/** The wallet that pays as things are now, locked: what others take at the same time waits. */
async function payerOf(
  tx: Transaction,
  { sender, isPractice }: PlannedMessage,
  costMicros: bigint,
): Promise<{ paidBy: PaidBy; walletId: string }> {
  if (isPractice && costMicros > 0n) {
    const trial = await lockWallet(tx, sender.trialWalletId);
    if (trial !== null && whoPays({ isPractice, costMicros }, availableMicros(trial)) === 'trial_credit') {
      return { paidBy: 'trial_credit', walletId: sender.trialWalletId };
    }
  }
  await lockWallet(tx, sender.walletId);
  return { paidBy: 'money', walletId: sender.walletId };
}

async function judged(
  deps: MessagesDeps,
  tx: Transaction,
  request: SendRequest,
  {
    planned,
    id,
    at,
    costMicros,
  }: { planned: PlannedMessage; id: string; at: Date; costMicros: PlannedMessage['costMicros'] },
) {
  const { countryCode, kind } = planned.rated.destination;
  const judgement = await deps.limits.judgeMessage(tx, {
    ...{ causeId: id, accountId: request.accountId, userId: request.spender, now: at },
    destination: countryCode === null ? null : { countryCode, kind },
    ...{ costMicros, countryCode, isClosed: planned.isClosed, timeZone: planned.sender.timeZone },
  });
  if (judgement.allowed) return judgement.claim;
  const { limit } = judgement.stop;
  throw limitReached(limit === 'day' || limit === 'hour' || limit === 'new_countries' ? limit : 'destination');
}

function isDearer({ rate }: PlannedMessage, shown: Money | undefined): boolean {
  if (shown === undefined) return false;
  const shownMicros = parseDecimal(shown.amount);
  return shown.currency !== rate.currency || shownMicros === null || shownMicros < rate.perSegmentMicros;
}

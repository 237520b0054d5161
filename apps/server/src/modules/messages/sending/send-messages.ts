import { setTimeout as pause } from 'node:timers/promises';
import { segmentText } from '@farline/sms';
import type { Transaction } from '../../../platform/database.ts';
import { eachSideBySide } from '../../../platform/side-by-side.ts';
import { type Account, findAccount } from '../../accounts/index.ts';
import { type Carrier, carriersFor, type PartToSend, type SendOutcome } from '../record/carrier.ts';
import type { MessageRecord } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { updateMessage } from '../record/messages-store.ts';
import { compareSegments } from './compare-segments.ts';
import { change, TRY_FOR_MS } from './follow-parts.ts';
import { adoptReceiptsOfUnknown, recordAnswers } from './take-receipt.ts';
import {
  type ClaimedMessage,
  claimDueMessages,
  giveUpWaiting,
  markSubmitting,
  markUnknown,
  messagesLeftBehind,
  type PartOutcome,
  partStates,
  queuedSince,
  sendAgainElsewhere,
  undecidedSince,
  unknownWithReceipts,
} from './parts-store.ts';

const AT_ONCE = 50;
/** Longer than a carrier has to answer: whoever has it for longer is gone. */
const CLAIM_MS = 120_000;
/** How long a carrier tries to deliver. */
const VALID_SECONDS = 24 * 60 * 60;
/** Between tries to write down what a carrier said; all of them are over before somebody else takes the sender for dead. */
const LONGEST_PAUSE_MS = 6_000;
const UNKNOWN_FOR_MS = 2 * VALID_SECONDS * 1_000;

/** Sends the messages that are due, as many at once as there are, until none is left or it is to stop. */
export async function sendDueMessages(deps: MessagesDeps, stopping?: AbortSignal): Promise<void> {
  while (stopping?.aborted !== true && deps.carriers().some((carrier) => carrier.isBound())) {
    const now = deps.clock.now();
    const claimed = await claimDueMessages(deps.database, {
      now,
      until: new Date(now.getTime() + CLAIM_MS),
      most: AT_ONCE,
    });
    await eachApart(deps, claimed, async (message) => await sendOne(deps, message));
    if (claimed.length < AT_ONCE) return;
  }
}

/**
 * Messages whose sender died are decided by what is known, those that nobody took for hours are given up, and those of which nothing was
 * heard for two days are settled.
 */
export async function settleLeftBehind(deps: MessagesDeps): Promise<void> {
  const { database } = deps;
  const now = deps.clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const adopt = async (tx: Transaction, message: MessageRecord) =>
    await adoptReceiptsOfUnknown(tx, { message, carriers: deps.carriers(), at: now });
  await eachApart(deps, await messagesLeftBehind(database, ago(CLAIM_MS)), async (id) => {
    const unknown = async (tx: Transaction, message: MessageRecord) => {
      await markUnknown(tx, id);
      await adopt(tx, message);
    };
    await change(deps, id, unknown, { isSender: true });
  });
  await eachApart(deps, await unknownWithReceipts(database), async (id) => await change(deps, id, adopt));
  await eachApart(deps, await queuedSince(database, { before: ago(TRY_FOR_MS), now }), async (id) => {
    const giveUp = async (tx: Transaction) => await giveUpWaiting(tx, { messageId: id, at: now });
    await change(deps, id, giveUp, { reason: 'unreachable_carrier', isSender: true });
  });
  await eachApart(deps, await undecidedSince(database, ago(UNKNOWN_FOR_MS)), async (id) => {
    await change(deps, id, adopt, { isOverdue: true });
  });
}

/** One that fails is logged, and holds up no other. */
async function eachApart<Item>(
  { log }: Pick<MessagesDeps, 'log'>,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failed = (error: unknown) => log.error({ err: error }, 'a message could not be carried on');
  await eachSideBySide(items, { most: AT_ONCE, work, failed });
}

async function sendOne(deps: MessagesDeps, { message, bind }: ClaimedMessage): Promise<void> {
  const carrier = await carrierOf(deps, message, bind);
  if (carrier === 'none_left' || carrier === 'account_closed') {
    const give = { messageId: message.id, at: deps.clock.now() };
    const reason = carrier === 'account_closed' ? carrier : 'refused';
    return await change(deps, message.id, async (tx) => await giveUpWaiting(tx, give), { reason, isSender: true });
  }
  if (carrier === null) return await putOff(deps, message);
  const at = deps.clock.now();
  const parts = await markSubmitting(deps.database, { messageId: message.id, bind: carrier.name, at });
  if (parts.length === 0) return;
  const outcomes = await submitAll(deps, { carrier, message, submitted: parts });
  await untilDone(async () => await recordOutcomes(deps, { message, carrier, outcomes }));
}

/** The carrier that is next: the one that has other parts of the message, or the first that is up. Null: none is up now. */
async function carrierOf(
  { database, carriers }: MessagesDeps,
  message: MessageRecord,
  bind: string | null,
): Promise<Carrier | 'none_left' | 'account_closed' | null> {
  if (bind !== null) {
    const same = carriers().find(({ name }) => name === bind);
    return same?.isBound() === true ? same : null;
  }
  const account = await findAccount(database, message.accountId);
  if (account === null || account.state === 'closed') return 'account_closed';
  const left = carriersLeft(carriers(), message, account.state);
  if (left.length === 0) return 'none_left';
  return left.find((carrier) => carrier.isBound()) ?? null;
}

/** The carriers that may still take a message: those of its kind that have not refused it. */
function carriersLeft(
  carriers: readonly Carrier[],
  { isPractice, refusedBy }: Pick<MessageRecord, 'isPractice' | 'refusedBy'>,
  accountState: Exclude<Account['state'], 'closed'>,
): readonly Carrier[] {
  return carriersFor(carriers, isPractice ? 'trial' : accountState).filter(
    ({ name, isSandbox }) => isSandbox === isPractice && !refusedBy.includes(name),
  );
}

async function submitAll(
  deps: MessagesDeps,
  { carrier, message, submitted }: { carrier: Carrier; message: MessageRecord; submitted: readonly number[] },
): Promise<PartOutcome[]> {
  const { encoding } = message;
  const common = { from: message.number, to: message.peer, encoding, validForSeconds: VALID_SECONDS };
  if (carrier.takesWhole || message.segments === 1) {
    const outcome = await carrier.submit({ ...common, text: message.text, concatenation: null });
    if (outcome.outcome === 'accepted') compareSegments(deps, message, { bind: carrier.name, ...outcome });
    return submitted.map((number) => ({ number, ...written(outcome) }));
  }
  const { parts, referenceBits } = cut(message);
  // The last hexadecimal digits of an id are random: parts of two messages to one person are told apart.
  const reference = Number.parseInt(message.id.slice(-4), 16) & (2 ** referenceBits - 1);
  const partOf = (number: number): PartToSend => ({
    ...common,
    text: parts[number - 1] ?? '',
    concatenation: { reference, total: parts.length, number, referenceBits },
  });
  return await Promise.all(
    submitted.map(async (number) => ({ number, ...written(await carrier.submit(partOf(number))) })),
  );
}

/** A reference of 16 bits takes room for a character: it is used where that makes no segment more. */
function cut({ text, segments }: MessageRecord): { parts: readonly string[]; referenceBits: 8 | 16 } {
  const { parts } = segmentText(text, { referenceBits: 16 });
  return parts.length === segments
    ? { parts, referenceBits: 16 }
    : { parts: segmentText(text).parts, referenceBits: 8 };
}

function written(outcome: SendOutcome): Omit<PartOutcome, 'number'> {
  switch (outcome.outcome) {
    case 'accepted':
      // A carrier may give none: then no receipt is matched.
      return { state: 'accepted', carrierId: outcome.carrierMessageId || null, error: null };
    case 'refused':
      return { state: 'refused', carrierId: null, error: outcome.status };
    case 'later':
      return { state: 'waiting', carrierId: null, error: outcome.why };
    case 'unknown':
      return { state: 'unknown', carrierId: null, error: null };
  }
}

/** What a carrier said is in memory alone: a database that is away for a moment must not cost it. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (let pauseMs = 200; pauseMs <= LONGEST_PAUSE_MS; pauseMs *= 3) {
    try {
      return await work();
    } catch {
      await pause(pauseMs);
    }
  }
  await work();
}

async function recordOutcomes(
  deps: MessagesDeps,
  { message, carrier, outcomes }: { message: MessageRecord; carrier: Carrier; outcomes: readonly PartOutcome[] },
): Promise<void> {
  const { id, accountId } = message;
  const at = deps.clock.now();
  const record = async (tx: Transaction) => {
    await recordAnswers(tx, { bind: carrier.name, message, outcomes, carriers: deps.carriers(), at });
    if (outcomes.every(({ state }) => state !== 'refused')) return;
    const states = new Set(await partStates(tx, id));
    // Nothing was taken, and something refused: then the rest is not asked for there either.
    if ([...states].some((state) => state !== 'refused' && state !== 'waiting')) return;
    await giveUpWaiting(tx, { messageId: id, at });
    const refusedBy = [...message.refusedBy, carrier.name];
    await updateMessage(tx, id, { refusedBy });
    const account = await findAccount(tx, accountId);
    if (account === null || account.state === 'closed') return;
    const left = carriersLeft(deps.carriers(), { ...message, refusedBy }, account.state);
    if (left.length > 0) await sendAgainElsewhere(tx, id);
  };
  await change(deps, id, record, { isSender: true });
}

/** No carrier is up: the message waits. */
async function putOff(deps: MessagesDeps, message: MessageRecord): Promise<void> {
  await change(deps, message.id, async () => undefined, { isSender: true });
}

import { segmentText } from '@farline/sms';
import { type Executor, inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newId } from '../../../platform/ids.ts';
import { type Account, findAccount } from '../../accounts/index.ts';
import { accountOfNumber } from '../../numbers/index.ts';
import { addMessage } from '../inbox/threads-store.ts';
import type { IncomingPart } from '../record/carrier.ts';
import { countedMessage } from '../record/counted-message.ts';
import type { MessageRecord } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { answerKeyword } from './answer-keyword.ts';
import { noTextIn } from './no-text.ts';
import {
  countWaiting,
  forgetMessage,
  forgetParts,
  incompleteSince,
  keepPart,
  keepReceivedId,
  type LongMessage,
  lockLongMessage,
  markDone,
  waitingParts,
} from './received-parts-store.ts';

/** How long other parts of a long message are waited for, and how many parts may wait for one number. */
const WAIT_MS = 10 * 60_000;
const MOST_WAITING = 500;
/** A carrier that was not answered repeats within minutes. */
const REMEMBER_MS = 5 * 60_000;
const LONGEST_PEER = 40;

/** What stands for a part that never came. */
const MISSING = '[…]';

/**
 * Takes in what a carrier brings: a message is in the inbox when this resolves. Parts of a long one wait for the others, in any
 * order; one that comes twice counts once. What is to a number of nobody's is left.
 *
 * A text in one part is known again by the carrier's own id. Where it gives none, as in SMPP, and delivers one again because it lost our
 * answer, the text stands twice: a deliver_sm names no message (SMPP 3.4 §4.6.1), its sequence number is of the connection, and a person
 * who writes "Yes" twice within a minute is not to be passed over.
 */
export async function receivePart(deps: MessagesDeps, part: IncomingPart): Promise<void> {
  const account = await openAccountOf(deps.database, part.to);
  if (account === null || part.from === '') {
    deps.log.warn({ bind: part.bind }, 'a message to a number of nobody was left');
    return;
  }
  const accountId = account.id;
  const text = part.text ?? noTextIn(account.language);
  if (part.concatenation === null || part.concatenation.total <= 1) {
    return await deliver(deps, { ...part, accountId, text });
  }
  const { reference, total, number } = part.concatenation;
  if (number < 1 || number > total) return await deliver(deps, { ...part, accountId, text });
  const of = { bind: part.bind, sender: part.from, recipient: part.to, reference, total };
  if ((await countWaiting(deps.database, part.to)) >= MOST_WAITING) await writeIncomplete(deps, { recipient: part.to });
  await inTransaction(deps.database, async (tx) => {
    await lockLongMessage(tx, of);
    const kept = await keepPart(tx, { ...of, number, text, at: deps.clock.now() });
    if (kept === 'known') return;
    if (kept === 'other') {
      await writeRest(deps, tx, { of, accountId });
      await forgetMessage(tx, of);
      await keepPart(tx, { ...of, number, text, at: deps.clock.now() });
    }
    const there = await waitingParts(tx, of);
    if (there.size === total) await writeLong(deps, tx, { of, accountId, parts: there });
  });
}

/** Long messages of which no part came for ten minutes are shown as far as they are there. */
export async function writeOverdue(deps: MessagesDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  await writeIncomplete(deps, { before: new Date(now - WAIT_MS) });
  await forgetParts(deps.database, new Date(now - REMEMBER_MS));
}

async function writeIncomplete(deps: MessagesDeps, which: Parameters<typeof incompleteSince>[1]): Promise<void> {
  for (const of of await incompleteSince(deps.database, which)) {
    await writeOne(deps, of).catch((error: unknown) => {
      deps.log.error({ err: error, bind: of.bind }, 'an incomplete message could not be written down');
    });
  }
}

async function writeOne(deps: MessagesDeps, of: LongMessage): Promise<void> {
  const account = await openAccountOf(deps.database, of.recipient);
  await inTransaction(deps.database, async (tx) => {
    await lockLongMessage(tx, of);
    if (account === null) await markDone(tx, of);
    else await writeRest(deps, tx, { of, accountId: account.id });
  });
}

/** Whose number it is; null: nobody's, or of an account that is closed. */
async function openAccountOf(db: Executor, number: string): Promise<Account | null> {
  const accountId = await accountOfNumber(db, number);
  const account = accountId === null ? null : await findAccount(db, accountId);
  return account === null || account.state === 'closed' ? null : account;
}

/** Writes down what is there of a message that never became whole; nothing where it did. */
async function writeRest(
  deps: MessagesDeps,
  tx: Transaction,
  { of, accountId }: { of: LongMessage; accountId: string },
): Promise<void> {
  const parts = await waitingParts(tx, of);
  if (parts.size > 0) await writeLong(deps, tx, { of, accountId, parts });
}

async function writeLong(
  deps: MessagesDeps,
  tx: Transaction,
  { of, accountId, parts }: { of: LongMessage; accountId: string; parts: ReadonlyMap<number, string> },
): Promise<void> {
  await markDone(tx, of);
  const texts = Array.from({ length: of.total }, (_, index) => parts.get(index + 1) ?? null);
  const text = texts
    .map((one) => one ?? MISSING)
    .join('')
    .replaceAll(/(\[…\])+/g, MISSING);
  await write(deps, tx, { accountId, bind: of.bind, from: of.sender, to: of.recipient, text });
}

type Whole = { accountId: string; bind: string; from: string; to: string; text: string; carrierMessageId?: string };

async function deliver(deps: MessagesDeps, whole: Whole): Promise<void> {
  await inTransaction(deps.database, async (tx) => await write(deps, tx, whole));
}

async function write(deps: MessagesDeps, tx: Transaction, whole: Whole): Promise<void> {
  const { accountId, bind, from, to, carrierMessageId } = whole;
  const text = whole.text.toWellFormed().replaceAll('\0', '');
  const at = deps.clock.now();
  if (carrierMessageId !== undefined && !(await keepReceivedId(tx, { bind, carrierMessageId, at }))) return;
  const { encoding, parts } = segmentText(text);
  const peer = from.slice(0, LONGEST_PEER);
  const message: MessageRecord = {
    id: newId(at),
    accountId,
    userId: null,
    number: to,
    peer,
    text,
    encoding,
    segments: Math.max(1, parts.length),
    state: 'received',
    reason: null,
    isPractice: deps.carriers().some(({ name, isSandbox }) => name === bind && isSandbox),
    createdAt: at,
    sentAt: null,
    endedAt: null,
    refusedBy: [],
    tries: 0,
    answers: null,
    broadcastId: null,
    codeOf: null,
    paid: null,
  };
  const thread = await addMessage(tx, message, { unread: 1 });
  await publish(tx, {
    type: 'message.arrived',
    accountId,
    subjectId: message.id,
    payload: countedMessage(message),
  });
  if (!thread.isBlocked && thread.unread === 1) {
    await publish(tx, { type: 'message.received', accountId, subjectId: message.id, payload: { peer, number: to } });
  }
  // Also of somebody blocked, to whom one may go on writing: their STOP counts.
  await answerKeyword(deps, tx, message);
}

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
import { keptText, wholeText } from './no-text.ts';
import { forgetDeliveries, noteDelivery } from './unanswered-deliveries-store.ts';
import {
  countWaiting,
  doneParts,
  forgetParts,
  forgetWaiting,
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
/** A carrier that was not answered brings a text again as soon as its line is back. Later the same text is another one. */
const REPEAT_MS = 60_000;
/** Longer than parts wait: those that stay alone are told from new ones by then. */
const REMEMBER_MS = 2 * WAIT_MS;
const LONGEST_PEER = 40;
/** As long a carrier may take to come back with what was not answered. */
const UNANSWERED_MS = 10 * 60_000;

/**
 * Takes in what a carrier brings: a message is in the inbox when this resolves. Parts of a long one wait for the others, in any
 * order; one that comes twice counts once. What is to a number of nobody's is left.
 *
 * A part of a message that is written down already waits as any other, since some gateways give all of their texts one reference. If its
 * message becomes whole it is written down, unless it is as the one before it in every part and came within a minute: then the carrier
 * brought that again. What never becomes whole and is as before is left.
 *
 * A text in one part is known again by the carrier's own id. Where it gives none, as in SMPP, one that equals another octet for octet is that one
 * if it comes on another connection, and nothing shows that the answer to the first arrived, as when the line broke or the server died: a person who
 * writes "Yes" twice is not to be passed over.
 */
export async function receivePart(deps: MessagesDeps, part: IncomingPart): Promise<void> {
  const account = await openAccountOf(deps.database, part.to);
  if (account === null || part.from === '') {
    deps.log.warn({ bind: part.bind }, 'a message to a number of nobody was left');
    return;
  }
  const text = keptText(part);
  const alone = { ...part, accountId: account.id, text: wholeText([text], account.language) };
  if (part.concatenation === null || part.concatenation.total <= 1) return await deliver(deps, alone);
  const { reference, total, number } = part.concatenation;
  if (number < 1 || number > total) return await deliver(deps, alone);
  const of = { bind: part.bind, sender: part.from, recipient: part.to, reference, total };
  if ((await countWaiting(deps.database, part.to)) >= MOST_WAITING) await writeIncomplete(deps, { recipient: part.to });
  await inTransaction(deps.database, async (tx) => {
    await lockLongMessage(tx, of);
    const kept = await keepPart(tx, { ...of, number, text, at: deps.clock.now() });
    if (kept === 'known') return;
    if (kept === 'other') {
      await makeRoom(deps, tx, { of, account, number });
      await keepPart(tx, { ...of, number, text, at: deps.clock.now() });
    }
    const parts = await waitingParts(tx, of);
    if (parts.size < total) return;
    if (await isBefore(tx, { of, parts, since: new Date(deps.clock.now().getTime() - REPEAT_MS) })) {
      return await forgetWaiting(tx, of);
    }
    await writeLong(deps, tx, { of, account, parts });
  });
}

/** Long messages of which no part came for ten minutes are shown as far as they are there. */
export async function writeOverdue(deps: MessagesDeps): Promise<void> {
  const now = deps.clock.now().getTime();
  await writeIncomplete(deps, { before: new Date(now - WAIT_MS) });
  await forgetParts(deps.database, new Date(now - REMEMBER_MS));
  await forgetDeliveries(deps.database, new Date(now - UNANSWERED_MS));
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
    else await writeRest(deps, tx, { of, account });
  });
}

/** Whose number it is; null: nobody's, or of an account that is closed. */
async function openAccountOf(db: Executor, number: string): Promise<Account | null> {
  const accountId = await accountOfNumber(db, number);
  const account = accountId === null ? null : await findAccount(db, accountId);
  return account === null || account.state === 'closed' ? null : account;
}

/** Whether these parts are as those of the message that was written down before them, if its last part came after an instant. */
async function isBefore(
  tx: Transaction,
  { of, parts, since }: { of: LongMessage; parts: ReadonlyMap<number, string>; since: Date | null },
): Promise<boolean> {
  const before = await doneParts(tx, { ...of, since });
  return [...parts].every(([number, text]) => before.get(number) === text);
}

/** Makes room for a part in whose place another one waits: that is of another message, or was brought again and is left. */
async function makeRoom(
  deps: MessagesDeps,
  tx: Transaction,
  { of, account, number }: { of: LongMessage; account: Account; number: number },
): Promise<void> {
  const [parts, before] = [await waitingParts(tx, of), await doneParts(tx, { ...of, since: null })];
  if (parts.get(number) === before.get(number)) return await forgetWaiting(tx, of, number);
  await writeRest(deps, tx, { of, account });
}

/** Writes down what is there of a message that never became whole; nothing where that was brought again. */
async function writeRest(
  deps: MessagesDeps,
  tx: Transaction,
  { of, account }: { of: LongMessage; account: Account },
): Promise<void> {
  const parts = await waitingParts(tx, of);
  if (await isBefore(tx, { of, parts, since: null })) await forgetWaiting(tx, of);
  else await writeLong(deps, tx, { of, account, parts });
}

async function writeLong(
  deps: MessagesDeps,
  tx: Transaction,
  { of, account, parts }: { of: LongMessage; account: Account; parts: ReadonlyMap<number, string> },
): Promise<void> {
  await markDone(tx, of);
  const texts = Array.from({ length: of.total }, (_, index) => parts.get(index + 1) ?? null);
  const text = wholeText(texts, account.language);
  await write(deps, tx, { accountId: account.id, bind: of.bind, from: of.sender, to: of.recipient, text });
}

type Whole = { accountId: string; bind: string; from: string; to: string; text: string } & Pick<
  IncomingPart,
  'carrierMessageId' | 'delivery'
>;

async function deliver(deps: MessagesDeps, whole: Whole): Promise<void> {
  await inTransaction(deps.database, async (tx) => await write(deps, tx, whole));
}

async function write(deps: MessagesDeps, tx: Transaction, whole: Whole): Promise<void> {
  const { accountId, bind, from, to, carrierMessageId, delivery } = whole;
  const text = whole.text.toWellFormed().replaceAll('\0', '');
  const at = deps.clock.now();
  if (carrierMessageId !== undefined && !(await keepReceivedId(tx, { bind, carrierMessageId, at }))) return;
  const since = new Date(at.getTime() - UNANSWERED_MS);
  if (delivery !== undefined && !(await noteDelivery(tx, { bind, ...delivery, at, since }))) return;
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
  if (!thread.isBlocked) {
    await publish(tx, { type: 'message.received', accountId, subjectId: message.id, payload: { peer, number: to } });
  }
  // Also of somebody blocked, to whom one may go on writing: their STOP counts.
  await answerKeyword(deps, tx, message);
}

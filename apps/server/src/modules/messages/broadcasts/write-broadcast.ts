import { BROADCAST_LIMITS } from '@farline/contracts';
import { namesKeyword } from '@farline/sms';
import { type Executor, inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newWork, type Work } from '../../../platform/work.ts';
import { invalidField } from '../../../platform/problems.ts';
import { textOfFile } from '../../../platform/http-files.ts';
import { requireOpen } from '../../accounts/index.ts';
import { numberAsked } from '../../numbers/index.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { hasReal } from '../record/carrier.ts';
import {
  accountClosed,
  broadcastNotDraft,
  broadcastNotFound,
  broadcastUnderWay,
  noSender,
  senderNotAllowed,
  tooManyBroadcasts,
} from '../record/messages-problems.ts';
import { type AskedSender, findSender, type Sender } from '../sending/sender-store.ts';
import type { BroadcastRecord } from './broadcast.ts';
import {
  deleteBroadcast,
  findBroadcast,
  insertBroadcast,
  listBroadcasts,
  lockBroadcast,
  lockBroadcasts,
  saveDraft,
} from './broadcast-store.ts';
import { planRecipients, readNumbers } from './plan-recipients.ts';
import { readRecipients } from './read-recipients.ts';
import { deleteRecipients, insertRecipients } from './recipients-store.ts';

export type Whose = { accountId: string; id: string };
type Written = { name: string; text: string; optOutLine: string | null; from?: string | undefined };

const SAVED_AT_ONCE = 1_000;

/** Begins a broadcast: a draft that has no recipients yet. One that its work has begun already is given as it is. */
export async function createBroadcast(
  deps: MessagesDeps,
  { accountId, userId, name, text, optOutLine, from }: Written & { accountId: string; userId: string },
  { id, mayBeDone }: Work = newWork(deps.clock),
): Promise<{ id: string }> {
  refuseLineWithoutWord(optOutLine);
  const now = deps.clock.now();
  const { number } = await senderOf(deps, deps.database, { accountId, from });
  const broadcast: BroadcastRecord = {
    id,
    accountId,
    userId,
    name,
    text,
    optOutLine,
    number,
    columns: [],
    state: 'draft',
    stop: null,
    createdAt: now,
    startedAt: null,
    endedAt: null,
  };
  await inTransaction(deps.database, async (tx) => {
    await requireOpen(tx, accountId);
    await lockBroadcasts(tx, accountId);
    if (mayBeDone && (await findBroadcast(tx, { accountId, id })) !== null) return;
    const { length } = await listBroadcasts(tx, accountId);
    if (length >= BROADCAST_LIMITS.broadcasts) throw tooManyBroadcasts(BROADCAST_LIMITS.broadcasts);
    await insertBroadcast(tx, broadcast);
  });
  return { id };
}

/** Changes a draft, and what each of its recipients gets by it. */
export async function changeDraft(
  deps: MessagesDeps,
  whose: Whose,
  change: { [Field in keyof Written]?: Written[Field] | undefined },
): Promise<void> {
  refuseLineWithoutWord(change.optOutLine ?? null);
  await inTransaction(deps.database, async (tx) => {
    const before = await lockedDraft(tx, whose);
    const { accountId } = whose;
    const sender = await senderOf(deps, tx, { accountId, from: change.from ?? before.number });
    const draft = {
      ...before,
      name: change.name ?? before.name,
      text: change.text ?? before.text,
      number: sender.number,
      optOutLine: change.optOutLine === undefined ? before.optOutLine : change.optOutLine,
    };
    await saveDraft(tx, draft);
    await planRecipients(deps, tx, draft, sender);
    await publish(tx, { type: 'broadcast.changed', accountId, subjectId: draft.id });
  });
}

/** Replaces the recipients of a draft with those of a file. */
export async function takeRecipients(
  deps: MessagesDeps,
  whose: Whose,
  { bytes, defaultCountry }: { bytes: Buffer; defaultCountry: string | undefined },
): Promise<void> {
  const { accountId, id: broadcastId } = whose;
  const found = await findBroadcast(deps.database, whose);
  if (found === null) throw broadcastNotFound();
  if (found.state !== 'draft') throw broadcastNotDraft();
  const file = readRecipients(textOfFile(bytes));
  const sender = await senderOf(deps, deps.database, { accountId, from: found.number });
  const rows = await readNumbers(deps, file, { rateTable: sender.rateTable, defaultCountry });
  await inTransaction(deps.database, async (tx) => {
    const draft = { ...(await lockedDraft(tx, whose)), columns: file.columns };
    await saveDraft(tx, draft);
    await deleteRecipients(tx, broadcastId);
    for (let at = 0; at < rows.length; at += SAVED_AT_ONCE)
      await insertRecipients(tx, { broadcastId, rows: rows.slice(at, at + SAVED_AT_ONCE) });
    await planRecipients(deps, tx, draft, sender);
    await publish(tx, { type: 'broadcast.changed', accountId, subjectId: broadcastId });
  });
}

/** Removes a broadcast that is not under way. Its messages stay. */
export async function removeBroadcast(deps: MessagesDeps, whose: Whose): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const broadcast = await lockBroadcast(tx, whose);
    if (broadcast === null) throw broadcastNotFound();
    if (broadcast.state === 'running' || broadcast.state === 'paused') throw broadcastUnderWay();
    await deleteBroadcast(tx, whose.id);
    await publish(tx, { type: 'broadcast.changed', accountId: whose.accountId, subjectId: whose.id });
  });
}

/** The account that sends, from a number of its own. */
export async function senderOf(
  deps: Pick<MessagesDeps, 'clock' | 'carriers'>,
  db: Executor,
  { accountId, from }: { accountId: string; from: string | undefined },
): Promise<Payer & { number: string }> {
  const asked = numberAsked(from);
  const { number, ...payer } = await payerOf(deps, db, { accountId, number: asked });
  if (number !== null) return { ...payer, number };
  throw hasReal(deps.carriers()) && payer.state === 'active' ? noSender(asked) : senderNotAllowed();
}

type Payer = Sender & { state: 'trial' | 'active' };

/** The account that pays, whether or not it has a number to send from: what was written is shown, stopped and removed without one. */
export async function payerOf(
  { clock, carriers }: Pick<MessagesDeps, 'clock' | 'carriers'>,
  db: Executor,
  asked: AskedSender,
): Promise<Payer> {
  const sender = await findSender(db, { ...asked, at: clock.now(), hasReal: hasReal(carriers()) });
  if (sender === null || sender.state === 'closed') throw accountClosed();
  return { ...sender, state: sender.state };
}

async function lockedDraft(tx: Transaction, whose: Whose): Promise<BroadcastRecord> {
  const broadcast = await lockBroadcast(tx, whose);
  if (broadcast === null) throw broadcastNotFound();
  if (broadcast.state !== 'draft') throw broadcastNotDraft();
  return broadcast;
}

/** A line that says how to get no more messages has a word that does it. */
function refuseLineWithoutWord(line: string | null): void {
  if (line !== null && !namesKeyword(line, 'stop'))
    throw invalidField('optOutLine', 'Name a word that ends these messages, such as STOP');
}

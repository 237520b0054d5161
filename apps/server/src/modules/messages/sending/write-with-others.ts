import { inTransaction, isLockTimeout, type Transaction, waitForLocksAtMost } from '../../../platform/database.ts';
import { type Problem, tooBusy } from '../../../platform/problems.ts';
import { batched, BOUNDS_OF_REQUESTS } from '../../../platform/concurrency/batching.ts';
import { onceFor } from '../../../platform/once-for.ts';
import { createConcurrencyLimit } from '../../../platform/concurrency/concurrency-limit.ts';
import { judgeAnew } from '../../limits/index.ts';
import type { MessageRecord } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { limitReached } from '../record/messages-problems.ts';
import { findMessages } from '../record/messages-store.ts';
import { isSenderName } from '../record/sender-names.ts';
import { type AlreadyAnswered, askedOf, judgeSending, type ToSave } from './judge-sending.ts';
import { lockPayers, type PaidFor, type ToWrite } from './lock-payers.ts';
import { saveMessages } from './save-messages-store.ts';
import { ASKED, lockNames, type SenderNow, sendersNow } from './senders-now-store.ts';

const MOST_AT_ONCE = 50;
/** Whoever charges messages has a wallet for a moment: then its next one is written with those that come next. */
const MOST_TRIES = 3;
const RETRY_SECONDS = 2;
/** Those that wait for a wallet: few, since each has a connection of the database meanwhile. */
const WALLETS_AWAITED = { atOnce: 2, mostWaiting: 100, busy: () => tooBusy(RETRY_SECONDS) };
const LONGEST_FOR_WALLET_MS = 2_000;

/** What became of one: written, not to be written, or nothing, since somebody else has its wallet. */
type Outcome = MessageRecord | Problem | AlreadyAnswered | 'busy';

type Writer = {
  together: (one: ToWrite) => Promise<Outcome>;
  /** Waits for the wallet, outside of the line. */
  alone: (one: ToWrite) => Promise<Outcome>;
};

/**
 * Writes a message down together with those that are written at the same time: wallets are locked, limits and what was sent of late are read
 * then, and all that may be sent is held, counted and saved, each with one statement for all. Each is judged as if it were alone; of an account
 * there is one at a time. Throws why one is not written; `busy` where too many are, or somebody else has had the wallet for seconds.
 */
export async function writeWithOthers(deps: MessagesDeps, one: ToWrite): Promise<MessageRecord> {
  let outcome: Outcome = 'busy';
  // What a note throws undoes nobody else's message.
  if (one.request.note === undefined) {
    const { together, alone } = writerOf(deps);
    for (let tries = 0; tries < MOST_TRIES && outcome === 'busy'; tries += 1) outcome = await together(one);
    if (outcome === 'busy') outcome = await alone(one);
  } else outcome = await writeOne(deps, one, { waits: true });
  if (outcome === 'busy') throw new Error('whoever waits for a wallet has it');
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

const writerOf = onceFor((deps: MessagesDeps): Writer => {
  const limited = createConcurrencyLimit(WALLETS_AWAITED);
  return {
    together: batched({
      most: MOST_AT_ONCE,
      bounds: BOUNDS_OF_REQUESTS,
      ...(deps.writingLine === undefined ? {} : { line: deps.writingLine }),
      aloneBy: ({ request }: ToWrite) => request.accountId,
      work: async (all: readonly ToWrite[]) => {
        const [one, ...others] = all;
        if (one !== undefined && others.length === 0) return [await writeOne(deps, one, { waits: false })];
        return await writeEach(deps, all, { waits: false });
      },
    }),
    alone: async (one) =>
      await limited(async () => await writeOne(deps, one, { waits: true, forMs: LONGEST_FOR_WALLET_MS })).catch(
        (error: unknown) => {
          throw isLockTimeout(error) ? tooBusy(RETRY_SECONDS) : error;
        },
      ),
  };
});

/** Whether a wallet that somebody else has is waited for; `forMs`: for no longer. */
type Patience = { waits: boolean; forMs?: number };

async function writeOne(deps: MessagesDeps, one: ToWrite, patience: Patience): Promise<Outcome> {
  const outcomes = await judgeAnew(async () => await writeEach(deps, [one], patience));
  return outcomes?.[0] ?? limitReached('hour');
}

/** All of them in one transaction. It fails as a whole where a limit is passed meanwhile, or a note fails. */
async function writeEach(deps: MessagesDeps, all: readonly ToWrite[], { waits, forMs }: Patience): Promise<Outcome[]> {
  return await inTransaction(deps.database, async (tx) => {
    if (forMs !== undefined) await waitForLocksAtMost(tx, forMs);
    const at = deps.clock.now();
    const payers = await lockPayers(tx, { all, waits });
    await lockNames(tx, payers.flatMap(realNameOf));
    const now = await sendersNow(tx, payers.map(askedOf), {
      usage: deps.limits.usageSql({ ...ASKED, now: at }),
      now: at,
    });
    const written = await writtenBefore(tx, now);
    const judged = judgeEach(deps, payers, { at, now });
    const toSave = [...judged].flatMap(([{ request }, one]) =>
      one instanceof Error ? [] : [{ ...one, note: request.note }],
    );
    await saveMessages(tx, toSave, at);
    for (const { message, note } of toSave) await note?.(tx, message.id);
    return all.map((one) => {
      const outcome = judged.get(one) ?? written.get(one.id) ?? 'busy';
      return typeof outcome === 'string' || outcome instanceof Error || 'state' in outcome ? outcome : outcome.message;
    });
  });
}

type Judged = ToSave | Problem | AlreadyAnswered;

/** Each by itself, but for a name: what those before it may send under the same one is counted, as if they had been written. */
function judgeEach(
  { limits }: MessagesDeps,
  payers: readonly PaidFor[],
  { at, now }: { at: Date; now: ReadonlyMap<string, SenderNow> },
): Map<ToWrite, Judged> {
  const judged = new Map<ToWrite, Judged>();
  const underName = new Map<string, number>();
  for (const paidFor of payers) {
    const sender = now.get(paidFor.one.id);
    if (sender === undefined || sender.isWritten) continue;
    const name = realNameOf(paidFor)[0]?.toLowerCase();
    const before = name === undefined ? 0 : (underName.get(name) ?? 0);
    const fromSenderInMinute = sender.sent.fromSenderInMinute + before;
    const outcome = judgeSending(limits, paidFor, {
      at,
      now: { ...sender, sent: { ...sender.sent, fromSenderInMinute } },
    });
    judged.set(paidFor.one, outcome);
    if (name !== undefined && !(outcome instanceof Error)) underName.set(name, before + 1);
  }
  return judged;
}

/** The name that networks would see it from. In the sandbox nobody does, and each account counts for itself. */
function realNameOf({ one: { planned } }: PaidFor): string[] {
  const { sender, isPractice } = planned;
  return isPractice || !isSenderName(sender.number) ? [] : [sender.number];
}

/** Those that a transaction wrote whose end nobody heard of: they are tried again, and are there. */
async function writtenBefore(
  tx: Transaction,
  now: ReadonlyMap<string, SenderNow>,
): Promise<Map<string, MessageRecord>> {
  const ids = [...now].flatMap(([id, { isWritten }]) => (isWritten ? [id] : []));
  return ids.length === 0 ? new Map() : await findMessages(tx, ids);
}

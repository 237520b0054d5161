import type { Transaction } from '../../../platform/database.ts';
import { eachSideBySide } from '../../../platform/concurrency/each-side-by-side.ts';
import { CODE_COUNTS_MS } from '../../numbers/index.ts';
import type { MessageRecord } from '../record/message-record.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { change, TRY_FOR_MS } from './follow-parts.ts';
import {
  CLAIM_MS,
  giveUpWaiting,
  markUnknown,
  messagesLeftBehind,
  queuedSince,
  undecidedSince,
  unknownWithReceipts,
} from './parts-store.ts';
import { adoptReceiptsOfUnknown } from './take-delivery-receipts.ts';

const AT_ONCE = 10;
/** Twice as long as a carrier tries to deliver. */
const UNKNOWN_FOR_MS = 2 * 24 * 60 * 60 * 1_000;

/**
 * Messages whose sender died are decided by what is known, those that nobody took for hours, or for as long as their code counts, are given
 * up, and those of which nothing was heard for two days are settled.
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
  await eachApart(
    deps,
    await queuedSince(database, { before: ago(TRY_FOR_MS), codesBefore: ago(CODE_COUNTS_MS), now }),
    async (id) => {
      const giveUp = async (tx: Transaction) => await giveUpWaiting(tx, { messageId: id, at: now });
      await change(deps, id, giveUp, { reason: 'unreachable_carrier', isSender: true });
    },
  );
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

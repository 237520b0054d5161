import type { MessagesDeps } from './record/messages-deps.ts';
import { eraseBroadcast } from './broadcasts/broadcast-store.ts';
import { eraseScheduled } from './record/scheduled-store.ts';
import { eraseTemplates } from './templates/template-store.ts';
import { accountsToErase, endErasure, eraseThreads, eraseWords, putOffErasure } from './inbox/erasures-store.ts';
import { eraseEarlyReceipts } from './sending/delivery-receipts-store.ts';
import { eraseSenderNames } from './record/sender-names-store.ts';

const MOST_IN_STEP = 1_000;

/**
 * Deletes what closed accounts wrote and were written, people, words and numbers alike, a bounded step at a time; what was paid for stays on
 * record, without them. One that is stopped in the middle goes on from there. A message that is not settled yet, two days at most, keeps its
 * numbers until it is.
 */
export async function eraseMessages(
  { database }: Pick<MessagesDeps, 'database'>,
  stopping?: AbortSignal,
): Promise<void> {
  const isStopped = () => stopping?.aborted === true;
  for (const accountId of await accountsToErase(database)) {
    const step = { accountId, most: MOST_IN_STEP };
    await eraseEarlyReceipts(database, accountId);
    while (!isStopped() && (await eraseWords(database, step)));
    while (!isStopped() && (await eraseBroadcast(database, accountId)));
    await eraseScheduled(database, accountId);
    await eraseTemplates(database, accountId);
    await eraseSenderNames(database, accountId);
    while (!isStopped() && (await eraseThreads(database, step)));
    if (isStopped()) return;
    if (!(await putOffErasure(database, accountId))) await endErasure(database, accountId);
  }
}

import type { MessagesDeps } from './record/messages-deps.ts';
import { eraseThreads, eraseWords } from './inbox/threads-store.ts';

/** Deletes what an account wrote and was written, people and words alike; what was paid for stays on record, without words. */
export async function eraseMessages({ database }: Pick<MessagesDeps, 'database'>, accountId: string): Promise<void> {
  while ((await eraseWords(database, accountId)) > 0);
  await eraseThreads(database, accountId);
}

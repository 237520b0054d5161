import type { Database } from '../../../platform/database.ts';
import { type ThreadRecord, threadsAfter } from './threads-store.ts';

const AT_ONCE = 1_000;

/** What an account keeps of each person of its inbox beside their messages, with the sender that was chosen there, piece by piece: for an export. */
export async function* everyConversationOf(database: Database, accountId: string): AsyncGenerator<unknown> {
  let after = '';
  for (;;) {
    const found: ThreadRecord[] = await threadsAfter(database, { accountId, after, most: AT_ONCE });
    for (const { peer, sender, note, draft, isOptedOut, isBlocked } of found)
      yield { peer, sender, note, draft, isOptedOut, isBlocked };
    after = found.at(-1)?.peer ?? '';
    if (found.length < AT_ONCE) return;
  }
}

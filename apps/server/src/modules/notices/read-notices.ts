import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Identity } from '../../platform/http-server.ts';
import { countUnread, markRead } from './notices-store.ts';

/** Notes that a user has read one notice, or all of them (null), and tells their other screens. Gives what is unread then. */
export async function readNotices(
  deps: { database: Database; clock: Clock },
  { userId, accountId }: Identity,
  noticeId: string | null,
): Promise<number> {
  return await inTransaction(deps.database, async (tx) => {
    const changed = await markRead(tx, { userId, noticeId, at: deps.clock.now() });
    if (changed > 0) {
      await publish(tx, { type: 'notice.changed', accountId, subjectId: noticeId ?? userId, payload: { userId } });
    }
    return await countUnread(tx, userId);
  });
}

import type { Clock } from '../../../platform/clock.ts';
import { type Database, inTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { tellFormer } from '../record/tell-former.ts';
import { deleteExpired, forgetVerifications, markWarned } from '../record/verified-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const WARNED_BEFORE_MS = 30 * DAY_MS;
/** For whoever asks what became of a code. */
const CODES_KEPT_MS = DAY_MS;
const AT_ONCE = 200;

/** Tells owners thirty days before a verified number expires, takes away what has expired, and forgets old codes. */
export async function expireVerified({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const at = clock.now();
  await inTransaction(database, async (tx) => {
    const before = new Date(at.getTime() + WARNED_BEFORE_MS);
    for (const { accountId, e164 } of await deleteExpired(tx, { at, most: AT_ONCE })) {
      await tellFormer(tx, { accountId, e164, reason: 'expired' });
    }
    for (const { accountId, e164, expiresAt } of await markWarned(tx, { before, at, most: AT_ONCE })) {
      await publish(tx, {
        type: 'verified_number.expiring',
        accountId,
        subjectId: e164,
        payload: { number: e164, until: expiresAt.toISOString() },
      });
    }
  });
  await forgetVerifications(database, { before: new Date(at.getTime() - CODES_KEPT_MS), most: AT_ONCE });
}

import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/**
 * What a server leaves behind that is killed after it has done what it was asked, and before it has kept its answers: the keys are claimed, for
 * longer than anybody waits, and nobody answered for them.
 */
export async function abandonKeys(database: Database, userId: string): Promise<void> {
  await sql`update platform.idempotency set status = null, reply = null, started_at = started_at - interval '2 minutes'
    where user_id = ${userId}`.execute(database);
}

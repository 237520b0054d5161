import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

/** What a session has proved of late, and whether its user has a second factor. */
export type ProofState = { hasFactor: boolean; provedAt: Date | null; provedBy: 'password' | 'factor' | null };

/** The proof of a running session; null when it has ended. */
export async function proofOfSession(database: Executor, sessionId: string): Promise<ProofState | null> {
  const { rows } = await sql<ProofState>`
    select proved_at as "provedAt", proved_by as "provedBy",
      exists (select 1 from accounts.factor f where f.user_id = s.user_id) as "hasFactor"
    from accounts.session s where s.id = ${sessionId} and s.ended_at is null`.execute(database);
  return rows[0] ?? null;
}

/** Notes that whoever has this session has proved anew who they are. */
export async function noteProof(
  database: Executor,
  proof: { sessionId: string; by: 'password' | 'factor'; at: Date },
): Promise<void> {
  await sql`update accounts.session set proved_at = ${proof.at}, proved_by = ${proof.by}
    where id = ${proof.sessionId} and ended_at is null`.execute(database);
}

/** Whether a user has a second factor. */
export async function hasFactor(database: Executor, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from accounts.factor where user_id = ${userId} limit 1`.execute(database);
  return rows.length > 0;
}

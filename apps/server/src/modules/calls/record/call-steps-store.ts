import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

/** What Farline did for a running call: lengthened it to so many seconds, or warned of an end in so many. */
export type CallStep = { kind: 'extended' | 'warned'; at: Date; seconds: number };

/** Writes a step down for the call's timeline. */
export async function noteStep(database: Executor, callId: string, step: CallStep): Promise<void> {
  await sql`insert into calls.step (call_id, kind, at, seconds)
    values (${callId}, ${step.kind}, ${step.at}, ${step.seconds}) on conflict do nothing`.execute(database);
}

/** A call's steps, oldest first. */
export async function stepsOf(database: Executor, callId: string): Promise<CallStep[]> {
  const { rows } = await sql<CallStep>`
    select kind, at, seconds from calls.step where call_id = ${callId} order by at, kind limit 5000`.execute(database);
  return rows;
}

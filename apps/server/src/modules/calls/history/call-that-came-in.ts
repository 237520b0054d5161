import type { Executor } from '../../../platform/database.ts';
import { findCall } from '../record/calls-store.ts';

/** Whom a call from the telephone network was for, and who called; null: there is none of this id. */
export async function callThatCameIn(
  database: Executor,
  callId: string,
): Promise<{ accountId: string; number: string; from: string | null; fromText: string | null; at: Date } | null> {
  const call = (await findCall(database, callId))?.call ?? null;
  if (call === null || call.direction !== 'inbound') return null;
  const { accountId, to: number, from, fromText, initiatedAt: at } = call;
  return { accountId, number, from, fromText, at };
}

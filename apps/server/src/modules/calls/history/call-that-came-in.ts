import type { Executor } from '../../../platform/database.ts';
import type { CallRecord } from '../record/call-record.ts';
import { findCall } from '../record/calls-store.ts';

/** A call from the telephone network, as the message that it left is kept. */
type CallThatCameIn = Pick<CallRecord, 'accountId' | 'from' | 'fromText' | 'callerDoubt'> & {
  number: string;
  at: Date;
};

/** Whom a call from the telephone network was for, and who called; null: there is none of this id. */
export async function callThatCameIn(database: Executor, callId: string): Promise<CallThatCameIn | null> {
  const call = (await findCall(database, callId))?.call ?? null;
  if (call === null || call.direction !== 'inbound') return null;
  const { accountId, to: number, from, fromText, callerDoubt, initiatedAt: at } = call;
  return { accountId, number, from, fromText, callerDoubt, at };
}

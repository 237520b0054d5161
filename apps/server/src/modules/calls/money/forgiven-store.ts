import { type LostBecause, type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database.ts';

/** Until the end of the transaction nobody else forgives this account anything. Taken after the call, before the ledger. */
export async function lockForgiven(tx: Transaction, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('calls.forgiven ' || ${accountId}::text, 0))`.execute(tx);
}

/** What an account was forgiven for calls that ended after an instant. */
export async function forgivenSince(tx: Transaction, of: { accountId: string; since: Date }): Promise<Micros> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(amount_micros), 0)::bigint as total from calls.forgiven
    where account_id = ${of.accountId} and ended_at > ${of.since}`.execute(tx);
  return micros(rows[0]?.total ?? 0n);
}

/** Writes down what a call was forgiven: once, with its end. */
export async function insertForgiven(
  tx: Transaction,
  forgiven: {
    callId: string;
    accountId: string;
    endedAt: Date;
    because: LostBecause;
    seconds: number;
    amountMicros: Micros;
  },
): Promise<void> {
  await sql`insert into calls.forgiven (call_id, account_id, ended_at, because, seconds, amount_micros)
    values (${forgiven.callId}, ${forgiven.accountId}, ${forgiven.endedAt}, ${forgiven.because}, ${forgiven.seconds},
      ${forgiven.amountMicros})`.execute(tx);
}

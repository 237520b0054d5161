import { type RawBuilder, sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';

export type NumberKind = 'sandbox' | 'bought';

/** Gives a number to an account. False when it belongs to somebody already. */
export async function insertNumber(
  tx: Transaction,
  number: { e164: string; accountId: string; kind: NumberKind; at: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${number.e164}, ${number.accountId}, ${number.kind}, ${number.at})
    on conflict (e164) do nothing returning e164`.execute(tx);
  return rows.length > 0;
}

/** Whose number it is, or null where it is nobody's. */
export async function accountOfNumber(database: Executor, e164: string): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`select account_id from numbers.number
    where e164 = ${e164}`.execute(database);
  return rows[0]?.account_id ?? null;
}

/** The numbers of an account, E.164, oldest first; at most 1,000. */
export async function numbersOf(database: Executor, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ e164: string }>`select e164 from numbers.number
    where account_id = ${accountId} order by created_at, e164 limit 1000`.execute(database);
  return rows.map((row) => row.e164);
}

/** The number that the other side is to see, E.164, as somebody asks for it; null: the account's first. */
export function numberAsked(from: string | undefined): string | null {
  return from === undefined || from === '' ? null : from.replace(/[\s().-]/g, '');
}

/** A piece of another module's statement, a text: the number that was asked for if it is the account's; null asked for: its first. */
export const callerIdSql = (accountId: string, asked: string | null): RawBuilder<string | null> =>
  sql`(select e164 from numbers.number
    where account_id = ${accountId} and (${asked}::text is null or e164 = ${asked}) order by created_at, e164 limit 1)`;

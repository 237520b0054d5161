import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import { entrySpan } from './ledger-store.ts';
import { type Cause, OWED_CHARGE_PAID } from './transfer.ts';

/** Whether an entry of a wallet is what the house earned, or gave back of it; of the tables `entry` and `transfer`. */
export const isEarnedSql = sql<boolean>`(cause_type = ${sql.lit(OWED_CHARGE_PAID)} or exists (
  select from ledger.entry other where other.transfer_id = entry.transfer_id and other.house_account = 'revenue'))`;

/** One line of a wallet as a statement tells it. `isCharge`: the house earned it, or gave it back of what it earned. */
export type StatedEntry = { position: bigint; cause: Cause; amountMicros: Micros; isCharge: boolean; at: Date };

/** The position of a wallet's last entry; 0 without one. What is written later has a higher one: writers lock the wallet. */
export async function lastEntryOf(db: Executor, walletId: string): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`
    select coalesce(max(id), 0)::bigint as last from ledger.entry where wallet_id = ${walletId}`.execute(db);
  return rows[0]?.last ?? 0n;
}

type StatedRow = { id: bigint; cause_type: string; cause_id: string; amount: bigint; is_charge: boolean; at: Date };

/**
 * A wallet's entries up to the position `upTo` of the span between two instants, and those before the span that were written
 * after the position `unseenAfter`; oldest first, from the position `after` on. `beforeStated` says where to begin.
 */
export async function statedEntries(
  db: Executor,
  wanted: { walletId: string; from: Date; to: Date; unseenAfter: bigint; upTo: bigint; after: bigint; most: number },
): Promise<StatedEntry[]> {
  const { walletId, from, to } = wanted;
  const { rows } = await sql<StatedRow>`
    select entry.id, cause_type, cause_id, amount, entry.at, ${isEarnedSql} as is_charge
    from ledger.entry join ledger.transfer on transfer.id = entry.transfer_id
    where wallet_id = ${walletId} and entry.id > ${wanted.after} and entry.id <= ${wanted.upTo}
      and entry.at < ${to} and (entry.at >= ${from} or entry.id > ${wanted.unseenAfter})
    order by entry.id limit ${wanted.most}`.execute(db);
  return rows.map((row) => ({
    position: row.id,
    cause: { type: row.cause_type, id: row.cause_id },
    amountMicros: micros(row.amount),
    isCharge: row.is_charge,
    at: row.at,
  }));
}

/** The position behind which all entries lie that `statedEntries` gives for this span. */
export async function beforeStated(
  db: Executor,
  wanted: { walletId: string; from: Date; to: Date; unseenAfter: bigint },
): Promise<bigint> {
  const span = await entrySpan(db, wanted);
  return span === null || span.first > wanted.unseenAfter ? wanted.unseenAfter : span.first - 1n;
}

import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';

/** What moved a wallet between two instants: the balance before, the sum and number of entries of each type of cause, the balance after. */
export type WalletSums = {
  openingMicros: Micros;
  byCause: { type: string; sumMicros: Micros; entries: number }[];
  closingMicros: Micros;
};

type Row = { balance: bigint; type: string | null; moved: bigint; sum: bigint; entries: number };

/**
 * In one statement, so that all of it is of one moment. Counted back from the balance of now: it looks at entries since `from`, and at none
 * before, and an entry that was written late counts in the time that it is of.
 */
export async function walletSums(
  db: Executor,
  { walletId, from, to }: { walletId: string; from: Date; to: Date },
): Promise<WalletSums> {
  const { rows } = await sql<Row>`
    with latest as (
      select coalesce((
        select balance_after from ledger.entry where wallet_id = ${walletId} order by id desc limit 1), 0) as balance),
    since as (
      select cause_type, amount, entry.at < ${to} as is_within
      from ledger.entry join ledger.transfer on transfer.id = entry.transfer_id
      where wallet_id = ${walletId} and entry.at >= ${from})
    select balance::bigint, cause_type as type, coalesce(sum(amount), 0)::bigint as moved,
      coalesce(sum(amount) filter (where is_within), 0)::bigint as sum,
      (count(*) filter (where is_within))::int as entries
    from latest left join since on true group by balance, cause_type order by cause_type`.execute(db);
  const moved = rows.reduce((sum, row) => sum + row.moved, 0n);
  const within = rows.reduce((sum, row) => sum + row.sum, 0n);
  const opening = (rows[0]?.balance ?? 0n) - moved;
  return {
    openingMicros: micros(opening),
    byCause: rows.flatMap(({ type, sum, entries }) =>
      type === null || entries === 0 ? [] : [{ type, sumMicros: micros(sum), entries }],
    ),
    closingMicros: micros(opening + within),
  };
}

// What the ledger is asked about allowances. Locks: one wallet.
import { type Micros, micros } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';

/** The wallet of an account's allowance in this unit that counts at an instant, with what is free of it; null: none. */
export async function findAllowance(
  db: Executor,
  wanted: { accountId: string; unit: string; at: Date },
): Promise<{ walletId: string; availableMicros: Micros } | null> {
  const { rows } = await sql<{ id: string; available: bigint }>`
    select id, balance - held as available from ledger.wallet
    where account_id = ${wanted.accountId} and unit = ${wanted.unit} and expires_at > ${wanted.at}
    order by expires_at, id limit 1`.execute(db);
  const row = rows[0];
  return row === undefined ? null : { walletId: row.id, availableMicros: micros(row.available) };
}

/** What is free of an allowance. */
export type AvailableAllowance = { walletId: string; unit: string; availableMicros: Micros };
export type AllowanceRow = { walletId: string; unit: string; available: string };

/** A JSON list: the allowances of an account that count at an instant. A piece of another module's statement. */
export const allowancesSql = (wanted: {
  accountId: string | RawBuilder<string>;
  at: Date;
}): RawBuilder<AllowanceRow[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'walletId', id, 'unit', unit, 'available', (balance - held)::text) order by expires_at, id), '[]')
  from ledger.wallet where account_id = ${wanted.accountId} and expires_at > ${wanted.at})`;

/** An allowance as `allowancesSql` gives it. */
export const readAllowance = (row: AllowanceRow): AvailableAllowance => ({
  walletId: row.walletId,
  unit: row.unit,
  availableMicros: micros(BigInt(row.available)),
});

/** What became of an allowance: all that was given is used, expired, held or available. */
export type AllowanceSum = {
  walletId: string;
  unit: string;
  grantedMicros: Micros;
  usedMicros: Micros;
  expiredMicros: Micros;
  heldMicros: Micros;
  availableMicros: Micros;
};

/** What became of these allowances, by their entries. */
export async function sumsOfAllowances(db: Executor, walletIds: readonly string[]): Promise<AllowanceSum[]> {
  const { rows } = await sql<{
    id: string;
    unit: string;
    granted: bigint;
    used: bigint;
    expired: bigint;
    held: bigint;
    available: bigint;
  }>`
    select wallet.id, wallet.unit, held, balance - held as available,
      coalesce(-sum(house.amount) filter (where house.house_account = 'allowance_granted'), 0)::bigint as granted,
      coalesce(sum(house.amount) filter (where house.house_account = 'allowance_used'), 0)::bigint as used,
      coalesce(sum(house.amount) filter (where house.house_account = 'allowance_expired'), 0)::bigint as expired
    from ledger.wallet
    left join ledger.entry own on own.wallet_id = wallet.id
    left join lateral (
      select entry.amount, entry.house_account from ledger.entry
      where entry.transfer_id = own.transfer_id and entry.house_account is not null) house on true
    where wallet.id = any (${walletIds}::uuid[])
    group by wallet.id order by wallet.unit`.execute(db);
  return rows.map((row) => ({
    walletId: row.id,
    unit: row.unit,
    grantedMicros: micros(row.granted),
    usedMicros: micros(row.used),
    expiredMicros: micros(row.expired),
    heldMicros: micros(row.held),
    availableMicros: micros(row.available),
  }));
}

/** What an account used of its seconds in a span. */
export async function usedOfAllowances(
  db: Executor,
  wanted: { accountId: string; from: Date; to: Date },
): Promise<Micros> {
  const { rows } = await sql<{ used: bigint }>`
    select coalesce(-sum(entry.amount), 0)::bigint as used
    from ledger.wallet
    join ledger.entry on entry.wallet_id = wallet.id and entry.at >= ${wanted.from} and entry.at < ${wanted.to}
    where account_id = ${wanted.accountId} and expires_at is not null and wallet.unit like 'seconds:%'
      and exists (
        select from ledger.entry other
        where other.transfer_id = entry.transfer_id and other.house_account = 'allowance_used')`.execute(db);
  return micros(rows[0]?.used ?? 0n);
}

/**
 * Takes what is free of a wallet whose time is over, and says what its calls still hold. Throws for a wallet of money:
 * credit never expires; and for one whose time has not come.
 */
export async function expireWallet(
  tx: Executor,
  wanted: { walletId: string; at: Date },
): Promise<{ expiredMicros: Micros; heldMicros: Micros }> {
  const { rows } = await sql<{ expired: bigint; left_over: bigint }>`
    select expired, left_over from ledger.expire_wallet(${wanted.walletId}, ${newId(wanted.at)}, ${wanted.at})`.execute(
    tx,
  );
  const row = rows[0];
  if (row === undefined) throw new Error('a function of the ledger returned no row');
  return { expiredMicros: micros(row.expired), heldMicros: micros(row.left_over) };
}

// Every statement of the ledger. Locks: hold, then wallets by id, then the cause of the transfer; the callers' own
// rows come before all of them. The functions stand in migrations/0002_ledger.sql: one round trip each.
import { type Micros, micros } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import type { Hold } from './hold.ts';
import { rememberSpans, type WalletSpan } from './remember-spans.ts';
import type { Cause, Entry, HouseAccount, NewEntry } from './transfer.ts';
import type { Wallet } from './wallet.ts';

/** Makes an empty wallet; one that is there stays as it is. */
export async function insertWallet(
  db: Executor,
  wallet: { id: string; accountId: string; unit: string; expiresAt: Date | null; at: Date },
): Promise<void> {
  await sql`insert into ledger.wallet (id, account_id, unit, expires_at, created_at)
    values (${wallet.id}, ${wallet.accountId}, ${wallet.unit}, ${wallet.expiresAt}, ${wallet.at})
    on conflict (id) do nothing`.execute(db);
}

type WalletRow = { id: string; account_id: string; unit: string; balance: bigint; held: bigint };

export async function findWallet(db: Executor, walletId: string): Promise<Wallet | null> {
  const { rows } = await sql<WalletRow>`
    select id, account_id, unit, balance, held from ledger.wallet where id = ${walletId}`.execute(db);
  return rows[0] === undefined ? null : toWallet(rows[0]);
}

/** Those of these wallets that there are, by their id. */
export async function findWallets(db: Executor, walletIds: string[]): Promise<Map<string, Wallet>> {
  const { rows } = await sql<WalletRow>`
    select id, account_id, unit, balance, held from ledger.wallet where id = any (${walletIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toWallet(row)]));
}

/** The wallet, and nobody else takes from it until the end of the transaction. */
export async function lockWallet(tx: Executor, walletId: string): Promise<Wallet | null> {
  const { rows } = await sql<WalletRow>`
    select id, account_id, unit, balance, held from ledger.wallet where id = ${walletId} for no key update`.execute(tx);
  return rows[0] === undefined ? null : toWallet(rows[0]);
}

/**
 * Those of these wallets that there are, by their id, locked in the order in which they are given. With `waits` false those that somebody else
 * has are left out.
 */
export async function lockWallets(
  tx: Executor,
  { walletIds, waits }: { walletIds: readonly string[]; waits: boolean },
): Promise<Map<string, Wallet>> {
  if (walletIds.length === 0) return new Map();
  const { rows } = await sql<WalletRow>`
    select id, account_id, unit, balance, held
    from unnest(${walletIds}::uuid[]) with ordinality as wanted (wallet_id, place)
    join ledger.wallet on wallet.id = wanted.wallet_id
    order by wanted.place for no key update of wallet ${waits ? sql`` : sql`skip locked`}`.execute(tx);
  return new Map(rows.map((row) => [row.id, toWallet(row)]));
}

export async function findWalletOf(db: Executor, owner: { accountId: string; unit: string }): Promise<Wallet | null> {
  const { rows } = await sql<WalletRow>`
    select id, account_id, unit, balance, held from ledger.wallet
    where account_id = ${owner.accountId} and unit = ${owner.unit}`.execute(db);
  return rows[0] === undefined ? null : toWallet(rows[0]);
}

/** The wallets of an account: one for its money, and one for each allowance of each period. */
export async function walletsOf(db: Executor, accountId: string): Promise<Wallet[]> {
  const { rows } = await sql<WalletRow>`
    select id, account_id, unit, balance, held from ledger.wallet
    where account_id = ${accountId} order by unit, created_at limit 10000`.execute(db);
  return rows.map(toWallet);
}

const toWallet = (row: WalletRow): Wallet => ({
  id: row.id,
  accountId: row.account_id,
  unit: row.unit,
  balanceMicros: micros(row.balance),
  heldMicros: micros(row.held),
});

export type PostedRow = { outcome: 'posted' | 'repeat' | 'out_of_credit'; transfer_id: string };

export async function callPostTransfer(
  db: Executor,
  transfer: { id: string; cause: Cause; unit: string; entries: NewEntry[]; at: Date },
): Promise<PostedRow> {
  const wallets = transfer.entries.map((entry) => ('walletId' in entry ? entry.walletId : null));
  const houses = transfer.entries.map((entry) => ('houseAccount' in entry ? entry.houseAccount : null));
  const amounts = transfer.entries.map((entry) => entry.amountMicros);
  return only(
    await sql<PostedRow>`select outcome, transfer_id from ledger.post_transfer(
      ${transfer.id}, ${transfer.cause.type}, ${transfer.cause.id}, ${transfer.at}, ${transfer.unit},
      ${wallets}, ${houses}, ${amounts})`.execute(db),
  );
}

export type PlacedRow = {
  outcome: 'held' | 'repeat' | 'out_of_credit' | 'hold_closed';
  hold_id: string;
  held: bigint;
  available: bigint;
};

export async function callPlaceHold(
  db: Executor,
  hold: { id: string; walletId: string; wantedMicros: Micros; leastMicros: Micros; cause: Cause; at: Date },
): Promise<PlacedRow> {
  return only(
    await sql<PlacedRow>`select outcome, hold_id, held, available from ledger.place_hold(
      ${hold.id}, ${hold.walletId}, ${hold.wantedMicros}, ${hold.leastMicros},
      ${hold.cause.type}, ${hold.cause.id}, ${hold.at})`.execute(db),
  );
}

export type EnlargedRow = {
  outcome: 'enlarged' | 'repeat' | 'out_of_credit' | 'hold_closed';
  added: bigint;
  held: bigint;
};

export async function callEnlargeHold(
  db: Executor,
  enlargement: { holdId: string; wantedMicros: Micros; leastMicros: Micros; key: string; at: Date },
): Promise<EnlargedRow> {
  return only(
    await sql<EnlargedRow>`select outcome, added, held from ledger.enlarge_hold(
      ${enlargement.holdId}, ${enlargement.wantedMicros}, ${enlargement.leastMicros},
      ${enlargement.key}, ${enlargement.at})`.execute(db),
  );
}

export type SettledRow = {
  outcome: 'settled' | 'repeat' | 'settled_for_another_cause' | 'hold_released' | 'charge_exceeds_hold';
  charged: bigint;
  transfer_id: string | null;
};

export async function callSettleHold(
  db: Executor,
  settlement: {
    holdId: string;
    chargeMicros: Micros;
    transferId: string;
    cause: Cause;
    houseAccount: HouseAccount;
    at: Date;
  },
): Promise<SettledRow> {
  return only(
    await sql<SettledRow>`select outcome, charged, transfer_id from ledger.settle_hold(
      ${settlement.holdId}, ${settlement.chargeMicros}, ${settlement.transferId},
      ${settlement.cause.type}, ${settlement.cause.id}, ${settlement.houseAccount}, ${settlement.at})`.execute(db),
  );
}

export type ReleasedRow = { outcome: 'released' | 'repeat' | 'hold_settled' };

export async function callReleaseHold(db: Executor, release: { holdId: string; at: Date }): Promise<ReleasedRow> {
  return only(
    await sql<ReleasedRow>`select outcome from ledger.release_hold(${release.holdId}, ${release.at})`.execute(db),
  );
}

type HoldRow = {
  id: string;
  wallet_id: string;
  cause_type: string;
  cause_id: string;
  amount: bigint;
  placed_at: Date;
} & (
  | { state: 'open'; closed_at: null; charged: null }
  | { state: 'settled'; closed_at: Date; charged: bigint }
  | { state: 'released'; closed_at: Date; charged: null }
);

export async function selectHold(db: Executor, holdId: string): Promise<Hold | null> {
  const { rows } = await sql<HoldRow>`
    select id, wallet_id, cause_type, cause_id, amount, placed_at, state, closed_at, charged
    from ledger.hold where id = ${holdId}`.execute(db);
  return rows[0] === undefined ? null : toHold(rows[0]);
}

function toHold(row: HoldRow): Hold {
  const hold = {
    id: row.id,
    walletId: row.wallet_id,
    cause: { type: row.cause_type, id: row.cause_id },
    heldMicros: micros(row.amount),
    placedAt: row.placed_at,
  };
  switch (row.state) {
    case 'open':
      return { ...hold, state: 'open' };
    case 'settled':
      return { ...hold, state: 'settled', closedAt: row.closed_at, chargedMicros: micros(row.charged) };
    case 'released':
      return { ...hold, state: 'released', closedAt: row.closed_at };
  }
}

type EntryRow = {
  id: bigint;
  transfer_id: string;
  cause_type: string;
  cause_id: string;
  amount: bigint;
  balance_after: bigint;
  at: Date;
};

/**
 * The entries of a wallet between two instants, of which `from` counts and `to` does not, and the positions of the first and the last of
 * them: among those between are entries of other times only where one was written late.
 */
export type EntrySpan = { from: Date; to: Date; first: bigint; last: bigint };

/**
 * A wallet's entries from an instant on, but those up to a position, which have been seen; 0: none has. There are those since and no other
 * conditions in it: with both PostgreSQL, which plans for any position, would go by time, and read again all that has been seen.
 */
export function entriesSince(
  { walletId, from }: Pick<WalletSpan, 'walletId' | 'from'>,
  upTo: bigint,
): RawBuilder<unknown> {
  return upTo === 0n
    ? sql`(select * from ledger.entry where wallet_id = ${walletId} and at >= ${from})`
    : sql`(select * from ledger.entry where wallet_id = ${walletId} and id > ${upTo} offset 0)`;
}

type Found = { upTo: bigint; first: bigint | null; last: bigint | null };
const remembered = rememberSpans<Found>();

/** Where a wallet's entries of a span of time lie; null: there are none. It looks at those that it has not seen, and at none before or after. */
export async function entrySpan(db: Executor, span: WalletSpan): Promise<EntrySpan | null> {
  const { walletId, from, to } = span;
  const before = remembered.before(db, span);
  // All of them together: for the least of all ids PostgreSQL might look through the wallet from its beginning.
  const { rows } = await sql<Found>`
    with span as materialized (
      select id from ${entriesSince(span, before?.upTo ?? 0n)} entry where at >= ${from} and at < ${to})
    select min(id) as first, max(id) as last,
      coalesce((select id from ledger.entry where wallet_id = ${walletId} order by id desc limit 1), 0)::bigint as "upTo"
    from span`.execute(db);
  const { upTo, first: least, last: most } = only({ rows });
  const [first, last] = [before?.first ?? least, most ?? before?.last ?? null];
  remembered.keep(db, span, { upTo, first, last });
  return first === null || last === null ? null : { from, to, first, last };
}

/** Causes of these types, or of all others. */
export type EntryCauses = { types: readonly string[]; isOthers: boolean };

/** A wallet's entries before a position, newest first; those of a span of time, or of some causes, where they are given. */
export async function entriesBefore(
  db: Executor,
  wanted: { walletId: string; before: bigint; span: EntrySpan | null; causes?: EntryCauses | undefined; most: number },
): Promise<Entry[]> {
  const { span, causes } = wanted;
  const isOf = causes === undefined ? sql`true` : sql`(cause_type = any(${causes.types})) <> ${causes.isOthers}`;
  const { rows } = await sql<EntryRow>`
    select entry.id, entry.transfer_id, cause_type, cause_id, amount, balance_after, entry.at
    from ledger.entry join ledger.transfer on transfer.id = entry.transfer_id
    where wallet_id = ${wanted.walletId} and entry.id < ${wanted.before} and ${
      span === null
        ? sql`true`
        : sql`entry.id between ${span.first} and ${span.last} and entry.at >= ${span.from} and entry.at < ${span.to}`
    } and ${isOf}
    order by entry.id desc limit ${wanted.most}`.execute(db);
  return rows.map((row) => ({
    position: row.id,
    transferId: row.transfer_id,
    cause: { type: row.cause_type, id: row.cause_id },
    amountMicros: micros(row.amount),
    balanceAfterMicros: micros(row.balance_after),
    at: row.at,
  }));
}

function only<Row>(result: { rows: Row[] }): Row {
  const row = result.rows[0];
  if (row === undefined) throw new Error('a function of the ledger returned no row');
  return row;
}

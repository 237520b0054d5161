// Pieces of other modules' statements: what the ledger answers or does within them. The locks are those of ledger-store.ts.
import type { Micros } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Cause, HouseAccount } from './transfer.ts';

/** A bigint: what can be spent of a wallet; null when there is none. */
export const availableSql = (walletId: RawBuilder<string>): RawBuilder<bigint | null> =>
  sql`(select balance - held from ledger.wallet where id = ${walletId})`;

/** A boolean: whether the wallet owes money that was taken back after it had been spent. */
export const owesSql = (walletId: RawBuilder<string>): RawBuilder<boolean> =>
  sql`exists (select from ledger.owing where wallet_id = ${walletId} and amount > 0)`;

/** A hold that is to be had exactly so, or not at all. */
export type ExactHold = {
  holdId: string;
  walletId: string;
  amountMicros: Micros;
  /** Only while that is what is available; null: whatever is available, if it suffices. */
  seenMicros: Micros | null;
  cause: Cause;
  at: Date;
};

/** A text: `held` when exactly this amount was set aside; anything else: nothing was. */
export const holdSql = (hold: ExactHold): RawBuilder<string> =>
  sql`ledger.place_exact_hold(${hold.holdId}, ${hold.walletId}, ${hold.amountMicros}, ${hold.seenMicros}::bigint,
    ${hold.cause.type}, ${hold.cause.id}, ${hold.at})`;

/**
 * A relation (cause_id, outcome): many holds, each as `holdSql` says, of those whose cause is among `causes`, a relation of texts, wallet by
 * wallet in the order of their ids. A wallet that somebody else has locked is not waited for: then the cause is not there.
 */
export function holdManySql(holds: readonly ExactHold[], causes: RawBuilder<string>): RawBuilder<unknown> {
  const column = <Value>(valueOf: (hold: ExactHold) => Value) => holds.map(valueOf);
  const walletIds = column(({ walletId }) => walletId);
  return sql`
    select cause_id, ledger.place_exact_hold(hold_id, wallet_id, amount, seen, cause_type, cause_id, placing_at) as outcome
    from (
      select wanted.* from unnest(
        (select ${column(({ holdId }) => holdId)}::uuid[]), (select ${walletIds}::uuid[]),
        (select ${column(({ amountMicros }) => amountMicros)}::bigint[]), (select ${column(({ seenMicros }) => seenMicros)}::bigint[]),
        (select ${column(({ cause }) => cause.type)}::text[]), (select ${column(({ cause }) => cause.id)}::text[]),
        (select ${column(({ at }) => at)}::timestamptz[]))
        wanted (hold_id, wallet_id, amount, seen, cause_type, cause_id, placing_at)
      join (
        select id from ledger.wallet where id = any ((select ${walletIds}::uuid[])::uuid[]) order by id for no key update skip locked
      ) free on free.id = wanted.wallet_id
      where wanted.cause_id in (${causes}) order by wanted.wallet_id, wanted.cause_id offset 0) wanted`;
}

/** A hold in a wallet that the caller has locked and found enough in. */
export type CoveredHold = Omit<ExactHold, 'seenMicros' | 'at'>;

/** A boolean: true when each was set aside. What is not there, or a cause that held before, fails the statement. */
export function placeEachSql(holds: readonly CoveredHold[], at: Date): RawBuilder<boolean> {
  const column = <Value>(valueOf: (hold: CoveredHold) => Value) => holds.map(valueOf);
  return sql`ledger.place_each_hold(
    ${column(({ holdId }) => holdId)}::uuid[], ${column(({ walletId }) => walletId)}::uuid[],
    ${column(({ amountMicros }) => amountMicros)}::bigint[], ${column(({ cause }) => cause.type)}::text[],
    ${column(({ cause }) => cause.id)}::text[], ${at})`;
}

/** A hold that is to be closed. */
export type Closing = {
  holdId: string;
  /** Null: nothing of it. */
  chargeMicros: Micros | null;
  cause: Cause;
  houseAccount: HouseAccount;
};

/** A hold that is to be closed among others, at an instant of its own. */
export type ClosingAt = Closing & { at: Date };

/**
 * A boolean: true when the charge of each was taken out of its hold and the rest released, now or before. Null as charge releases it
 * whole. The statement fails if one cannot be exactly so. With `causes`, a relation of texts, only those are closed whose cause is there.
 */
export function closeManySql(closings: readonly ClosingAt[], causes?: RawBuilder<string>): RawBuilder<boolean> {
  const column = <Value>(valueOf: (closing: ClosingAt) => Value) => closings.map(valueOf);
  return sql`(select ledger.close_each_hold(array_agg(hold_id), array_agg(charge), array_agg(transfer_id),
      array_agg(cause_type), array_agg(cause_id), array_agg(house), array_agg(closing_at))
    from unnest(
      (select ${column(({ holdId }) => holdId)}::uuid[]), (select ${column(({ chargeMicros }) => chargeMicros)}::bigint[]),
      (select ${column(({ at }) => newId(at))}::uuid[]), (select ${column(({ cause }) => cause.type)}::text[]),
      (select ${column(({ cause }) => cause.id)}::text[]),
      (select ${column(({ houseAccount }) => houseAccount)}::ledger.house_account[]), (select ${column(({ at }) => at)}::timestamptz[]))
      closing (hold_id, charge, transfer_id, cause_type, cause_id, house, closing_at)
    ${causes === undefined ? sql`` : sql`where cause_id in (${causes})`})`;
}

/** Closes many holds, each as `closeManySql` says: all of them, or it fails. */
export async function closeHolds(
  tx: Executor,
  { closings, at }: { closings: readonly Closing[]; at: Date },
): Promise<void> {
  if (closings.length === 0) return;
  await sql`select ${closeManySql(closings.map((closing) => ({ ...closing, at })))}`.execute(tx);
}

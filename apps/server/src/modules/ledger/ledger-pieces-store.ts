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

/**
 * A text: `held` when exactly this amount was set aside; anything else: nothing was. With `seenMicros` it is set aside
 * only while that is what is available; null: whatever is available, if it suffices.
 */
export const holdSql = (hold: {
  holdId: string;
  walletId: string;
  amountMicros: Micros;
  seenMicros: Micros | null;
  cause: Cause;
  at: Date;
}): RawBuilder<string> =>
  sql`ledger.place_exact_hold(${hold.holdId}, ${hold.walletId}, ${hold.amountMicros}, ${hold.seenMicros}::bigint,
    ${hold.cause.type}, ${hold.cause.id}, ${hold.at})`;

/** A hold that is to be closed. */
export type Closing = {
  holdId: string;
  /** Null: nothing of it. */
  chargeMicros: Micros | null;
  cause: Cause;
  houseAccount: HouseAccount;
};

/**
 * A boolean: true when the charge was taken out of the hold and the rest released, now or before. Null as charge
 * releases it whole. The statement fails if it cannot be exactly so.
 */
export const closeSql = (closing: Closing & { at: Date }): RawBuilder<boolean> =>
  sql`ledger.close_hold(${closing.holdId}, ${closing.chargeMicros}::bigint, ${newId(closing.at)}, ${closing.cause.type},
    ${closing.cause.id}, ${closing.houseAccount}, ${closing.at})`;

/** Closes many holds, each as `closeSql` says: all of them, or it fails. */
export async function closeHolds(
  tx: Executor,
  { closings, at }: { closings: readonly Closing[]; at: Date },
): Promise<void> {
  if (closings.length === 0) return;
  const column = <Value>(valueOf: (closing: Closing) => Value) => closings.map(valueOf);
  await sql`select ledger.close_holds(
    ${column(({ holdId }) => holdId)}::uuid[], ${column(({ chargeMicros }) => chargeMicros)}::bigint[],
    ${column(() => newId(at))}::uuid[], ${column(({ cause }) => cause.type)}::text[],
    ${column(({ cause }) => cause.id)}::text[],
    ${column(({ houseAccount }) => houseAccount)}::ledger.house_account[], ${at})`.execute(tx);
}

import { type Micros, micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { callPayOwed, callTakeBack } from './owed-store.ts';
import { type Cause, type HouseAccount, OWED_CHARGE_PAID } from './transfer.ts';

/**
 * Takes money out of a wallet for which nothing was held, as when a payment is given back: as much as can be spent, and the rest is
 * owed. It goes where payments come from, unless another account of the house is named. Once for each cause. What is held for
 * something under way stays held.
 */
export async function takeBack(
  db: Executor,
  taking: { walletId: string; amountMicros: Micros; cause: Cause; at: Date; houseAccount?: HouseAccount },
): Promise<{ takenMicros: Micros; owedMicros: Micros; isRepeat: boolean }> {
  const row = await callTakeBack(db, { transferId: newId(taking.at), houseAccount: 'payments', ...taking });
  return { takenMicros: micros(row.taken), owedMicros: micros(row.owed), isRepeat: row.outcome === 'repeat' };
}

/**
 * Pays what a wallet owes, as far as it can be spent, once for each cause: what is owed of charges first, by a transfer of its own, which
 * a statement tells as a charge.
 */
export async function payOwed(
  db: Executor,
  paying: { walletId: string; cause: Cause; at: Date },
): Promise<{ paidMicros: Micros }> {
  const { walletId, at } = paying;
  const ofCharges = { type: OWED_CHARGE_PAID, id: paying.cause.id };
  const charges = await callPayOwed(db, { transferId: newId(at), walletId, at, cause: ofCharges, chargesAlone: true });
  const rest = await callPayOwed(db, { transferId: newId(at), walletId, at, cause: paying.cause, chargesAlone: false });
  return { paidMicros: micros(charges.paid + rest.paid) };
}

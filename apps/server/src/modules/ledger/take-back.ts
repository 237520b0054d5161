import { type Micros, micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { callPayOwed, callTakeBack } from './owed-store.ts';
import type { Cause, HouseAccount } from './transfer.ts';

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

/** Pays what a wallet owes, as far as it can be spent, once for each cause. */
export async function payOwed(
  db: Executor,
  paying: { walletId: string; cause: Cause; at: Date },
): Promise<{ paidMicros: Micros }> {
  const row = await callPayOwed(db, { transferId: newId(paying.at), ...paying });
  return { paidMicros: micros(row.paid) };
}

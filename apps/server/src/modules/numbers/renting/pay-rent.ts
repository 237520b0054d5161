import { type Micros, micros } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Account } from '../../accounts/index.ts';
import { chargeWallet } from '../../ledger/index.ts';
import type { Rental } from '../record/rental.ts';
import { insertRentCharge } from '../record/rentals-store.ts';

/**
 * Takes the rent of a number's present month out of the account's money, once for each charge and after what is owed. False when
 * what can be spent does not cover it: then nothing was taken for it. The rental has been saved before.
 */
export async function takeRent(
  tx: Transaction,
  account: Account,
  charge: { rental: Rental; setupMicros: Micros; at: Date },
): Promise<boolean> {
  const { rental, setupMicros, at } = charge;
  const { currency, monthlyMicros } = rental;
  const id = newId(at);
  const amountMicros = micros(monthlyMicros + setupMicros);
  const cause = { type: 'number', id };
  const { walletId } = account;
  if (!(await chargeWallet(tx, { walletId, unit: currency, amountMicros, cause, at }))) return false;
  const { period, id: rentalId } = rental;
  await insertRentCharge(tx, {
    id,
    accountId: account.id,
    rentalId,
    period,
    monthlyMicros,
    setupMicros,
    currency,
    at,
  });
  return true;
}

import { type Micros, micros } from '@farline/contracts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Account } from '../accounts/index.ts';
import { payOwed, postTransfer } from '../ledger/index.ts';
import type { Rental } from './rental.ts';
import { insertRentCharge } from './rentals-store.ts';

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
  if (amountMicros > 0n) {
    await payOwed(tx, { walletId: account.walletId, cause: { type: 'owed_paid', id }, at });
    const taken = await postTransfer(tx, {
      cause: { type: 'number', id },
      unit: currency,
      at,
      entries: [
        { walletId: account.walletId, amountMicros: micros(-amountMicros) },
        { houseAccount: 'revenue', amountMicros },
      ],
    });
    if (!taken.posted) return false;
  }
  const { period, id: rentalId } = rental;
  await insertRentCharge(tx, {
    ...{ id, accountId: account.id, rentalId, period, monthlyMicros, setupMicros, currency, at },
  });
  return true;
}

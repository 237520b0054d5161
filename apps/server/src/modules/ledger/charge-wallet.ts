import { type Micros, micros } from '@farline/contracts';
import type { Transaction } from '../../platform/database.ts';
import { postTransfer } from './post-transfer.ts';
import { payOwed } from './take-back.ts';
import type { Cause } from './transfer.ts';

/**
 * Takes a price out of a wallet's money into revenue, once for its cause and after what is owed. False when what can be spent does not cover
 * it: then nothing was taken for it. A price of nothing is always covered.
 */
export async function chargeWallet(
  tx: Transaction,
  charge: { walletId: string; unit: string; amountMicros: Micros; cause: Cause; at: Date },
): Promise<boolean> {
  const { walletId, unit, amountMicros, cause, at } = charge;
  if (amountMicros <= 0n) return true;
  await payOwed(tx, { walletId, cause: { type: 'owed_paid', id: cause.id }, at });
  const taken = await postTransfer(tx, {
    cause,
    unit,
    at,
    entries: [
      { walletId, amountMicros: micros(-amountMicros) },
      { houseAccount: 'revenue', amountMicros },
    ],
  });
  return taken.posted;
}

import { type Micros, micros, microsOfUnits } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { isAllowance } from './allowance.ts';
import { amountNotPositive, amountTooLarge, walletUnknown } from './ledger-problems.ts';
import { findWallet } from './ledger-store.ts';
import { postTransfer } from './post-transfer.ts';
import type { Cause, HouseAccount } from './transfer.ts';

/** A million units of money: more is a slip of the finger. A plan may include more seconds or messages. */
const LARGEST_TOP_UP = microsOfUnits(1_000_000);

/** Puts money, seconds or messages into a wallet, once for each cause. Refuses an amount that is not positive, and money above a million. */
export async function topUp(
  db: Executor,
  topUp: {
    walletId: string;
    amountMicros: Micros;
    from: Exclude<HouseAccount, 'revenue' | 'allowance_used' | 'allowance_expired'>;
    cause: Cause;
    at: Date;
  },
): Promise<{ transferId: string; isRepeat: boolean }> {
  if (topUp.amountMicros <= 0n) throw amountNotPositive();
  const wallet = await findWallet(db, topUp.walletId);
  if (wallet === null) throw walletUnknown();
  if (!isAllowance(wallet.unit) && topUp.amountMicros > LARGEST_TOP_UP) throw amountTooLarge();

  const result = await postTransfer(db, {
    cause: topUp.cause,
    unit: wallet.unit,
    at: topUp.at,
    entries: [
      { walletId: wallet.id, amountMicros: topUp.amountMicros },
      { houseAccount: topUp.from, amountMicros: micros(0n - topUp.amountMicros) },
    ],
  });
  if (!result.posted) throw new Error(`the ledger refused to put money into wallet ${wallet.id}`);
  return { transferId: result.transferId, isRepeat: result.isRepeat };
}

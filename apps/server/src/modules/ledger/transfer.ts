import type { Micros } from '@farline/contracts';

/** Why money moves. A cause makes one hold and one transfer, however often it comes. */
export type Cause = { type: string; id: string };

/** The accounts of the house. They may be negative: what they gave stands in the wallets. */
export type HouseAccount =
  | 'revenue'
  | 'trial_credit'
  | 'payments'
  | 'operator_credit'
  /** Seconds and messages of plans: given, used up, and lost at the end of a period. Never money. */
  | 'allowance_granted'
  | 'allowance_used'
  | 'allowance_expired';

/** The cause by which what was owed of a charge is paid: it counts as that charge, of which the wallet had paid nothing. */
export const OWED_CHARGE_PAID = 'owed_charge_paid';

/** One line of a transfer that is to be posted; positive puts in, negative takes out. */
export type NewEntry =
  | { walletId: string; amountMicros: Micros }
  | { houseAccount: HouseAccount; amountMicros: Micros };

/** One line in a wallet's ledger, with the balance after it. */
export type Entry = {
  /** Grows with each entry of a wallet; also the cursor. */
  position: bigint;
  transferId: string;
  cause: Cause;
  amountMicros: Micros;
  balanceAfterMicros: Micros;
  at: Date;
};

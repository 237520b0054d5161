import { ADD_FUNDS, microsOfUnits, type Money, toMoney, toNumber, type WalletView } from '@farline/contracts';
import type { Executor } from '../../../platform/database.ts';
import type { Account } from '../../accounts/index.ts';
import { findWallet, walletView } from '../../ledger/index.ts';

/** What the add-funds dialog shows: the balance, and what may be added to it at once. */
export type Funds = {
  balance: number;
  wallet: WalletView;
  amounts: Money[];
  limits: { least: Money; most: Money };
};

export async function fundsOf(db: Executor, account: Account): Promise<Funds> {
  const wallet = await findWallet(db, account.walletId);
  if (wallet === null) throw new Error(`account ${account.id} has no wallet ${account.walletId}`);
  const whole = (units: number) => toMoney(microsOfUnits(units), wallet.unit);
  return {
    balance: toNumber(wallet.balanceMicros),
    wallet: walletView(wallet),
    amounts: ADD_FUNDS.amounts.map(whole),
    limits: { least: whole(ADD_FUNDS.least), most: whole(ADD_FUNDS.most) },
  };
}

/** The refusal while nobody has connected a payment provider to this server. Nothing was charged. */
export const PAYMENTS_NOT_CONFIGURED = {
  message: 'Payments aren’t available here yet. Nothing was charged.',
  code: 'payments_not_configured',
};

/** The refusal of a payment method: whoever takes payments keeps none for this server yet. */
export const NO_METHODS_KEPT = {
  message: 'No payment method can be kept here yet. Nothing was charged.',
  code: 'payments_not_configured',
};

import { type Micros, type WalletView, micros, toMoney } from '@farline/contracts';

/** The money of an account in one unit, as it stood when it was read. Amounts are millionths of the unit. */
export type Wallet = {
  id: string;
  accountId: string;
  /** An ISO 4217 currency; of an allowance `seconds:<destination group>` or `messages`. */
  unit: string;
  balanceMicros: Micros;
  heldMicros: Micros;
};

/** What can still be spent: the balance less what is held. Never negative. */
export function availableMicros(wallet: Wallet): Micros {
  return micros(wallet.balanceMicros - wallet.heldMicros);
}

/** The wallet as a page shows it. */
export function walletView(wallet: Wallet): WalletView {
  return {
    balance: toMoney(wallet.balanceMicros, wallet.unit),
    held: toMoney(wallet.heldMicros, wallet.unit),
    available: toMoney(availableMicros(wallet), wallet.unit),
  };
}

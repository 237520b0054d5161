import { type LiveEvent, toMoney } from '@farline/contracts';
import type { Database } from '../../platform/database.ts';
import { eventTypes } from '../../platform/events.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { isMoney } from './allowance.ts';
import { everyEntryOf } from './entries-of.ts';
import { findWallet } from './ledger-store.ts';
import { trialCurrency } from './trial.ts';
import { walletView } from './wallet.ts';

export { availableMicros, type Wallet, walletView } from './wallet.ts';
export type { Cause, HouseAccount } from './transfer.ts';
export { allowanceUnit, groupOfUnit, MESSAGES, microsOfSeconds, wholeUnits } from './allowance.ts';
export {
  type AllowanceRow,
  type AllowanceSum,
  type AvailableAllowance,
  allowancesSql,
  expireWallet,
  findAllowance,
  readAllowance,
  sumsOfAllowances,
  usedOfAllowances,
} from './allowances-store.ts';
export { trialUnit } from './trial.ts';
export { createWallet } from './create-wallet.ts';
export { topUp } from './top-up.ts';
export { chargeWallet } from './charge-wallet.ts';
export { postTransfer } from './post-transfer.ts';
export { placeHold } from './place-hold.ts';
export { enlargeHold } from './enlarge-hold.ts';
export { settleHold } from './settle-hold.ts';
export { releaseHold } from './release-hold.ts';
export { payOwed, takeBack } from './take-back.ts';
export { type Credit, creditsOf, owedBy, walletsThatCanPay } from './owed-store.ts';
export { entriesOf } from './entries-of.ts';
export { entrySpan } from './ledger-store.ts';
export { revenueFrom, walletSums } from './sums-store.ts';
export { beforeStated, lastEntryOf, type StatedEntry, statedEntries } from './statement-store.ts';
export {
  findWallet,
  findWalletOf,
  findWallets,
  lockWallet,
  lockWallets,
  selectHold as findHold,
} from './ledger-store.ts';
export {
  availableSql,
  closeHolds,
  closeManySql,
  type Closing,
  type ClosingAt,
  type CoveredHold,
  type ExactHold,
  holdManySql,
  holdSql,
  owesSql,
  placeEachSql,
} from './ledger-sql-store.ts';

/** What the ledger shows and tells of itself: nobody but the modules writes into it. */
export function createLedger({ database }: { database: Database }): ServerModule {
  return {
    exports: [{ name: 'ledger', items: ({ accountId }) => everyEntryOf(database, accountId) }],
    liveViews: [liveView(eventTypes('wallet.changed'), async ({ subjectId }) => await viewWallet(database, subjectId))],
  };
}

/** Pages show one wallet of money; trial credit stands beside it, and an allowance is part of the plan. */
async function viewWallet(database: Database, walletId: string): Promise<LiveEvent | null> {
  const wallet = await findWallet(database, walletId);
  if (wallet === null) return null;
  const trialOf = trialCurrency(wallet.unit);
  if (trialOf !== null) return { type: 'trial_credit.changed', trialCredit: toMoney(wallet.balanceMicros, trialOf) };
  return isMoney(wallet.unit) ? { type: 'wallet.changed', wallet: walletView(wallet) } : { type: 'allowance.changed' };
}

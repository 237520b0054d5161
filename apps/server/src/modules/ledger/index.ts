export { availableMicros, type Wallet, walletView } from './wallet.ts';
export type { Cause } from './transfer.ts';
export { allowanceUnit, groupOfUnit, isMoney, MESSAGES, microsOfSeconds, wholeUnits } from './allowance.ts';
export {
  type AllowanceRow,
  type AllowanceSum,
  type AvailableAllowance,
  allowancesPiece,
  expireWallet,
  findAllowance,
  readAllowance,
  sumsOfAllowances,
  usedOfAllowances,
} from './allowances-store.ts';
export { trialCurrency, trialUnit } from './trial.ts';
export { createWallet } from './create-wallet.ts';
export { topUp } from './top-up.ts';
export { postTransfer } from './post-transfer.ts';
export { placeHold } from './place-hold.ts';
export { enlargeHold } from './enlarge-hold.ts';
export { settleHold } from './settle-hold.ts';
export { releaseHold } from './release-hold.ts';
export { payOwed, takeBack } from './take-back.ts';
export { type Credit, creditsOf, owedBy, walletsThatCanPay } from './owed-store.ts';
export { entriesOf, everyEntryOf } from './entries-of.ts';
export { lastEntryOf, type StatedEntry, statedEntries } from './statement-store.ts';
export {
  findWallet,
  findWalletOf,
  findWallets,
  lockWallet,
  revenueFrom,
  selectHold as findHold,
} from './ledger-store.ts';
export { availablePiece, closePiece, holdPiece, owesPiece } from './ledger-pieces-store.ts';

export { allocateSandboxNumber } from './allocate-sandbox-number.ts';
export { createNumbers } from './create-numbers.ts';
export { greetingAt } from './greeting-at.ts';
export { greetingUses } from './greeting-uses.ts';
export { judgeCaller } from './judge-caller.ts';
export { countForwards } from './forward-telephones.ts';
export { forwardStepsOf, leadsBack } from './leads-back.ts';
export {
  accountOfNumber,
  accountOfNumberSql,
  callerIdSql,
  numberAsked,
  numbersOf,
  numbersShown,
  numbersWithSms,
  senderNumberSql,
} from './record/numbers-store.ts';
export { numbersOfVoicemail } from './numbers-of-voicemail.ts';
export { countOffers, saveOffers, withdrawOffer } from './record/offers-store.ts';
export { countOpenOrders, type OpenOrders } from './record/orders-store.ts';
export { numbersOfCharges } from './record/rentals-store.ts';
export { ringsForMs, type WhoIsThere } from './who-is-reached.ts';
export { readOffers } from './read-offers.ts';
export {
  type CalledRow,
  type SaidOfCaller,
  type KnowCaller,
  type NumberCalled,
  numberCalled,
  numberCalledSql,
  toCalled,
} from './rules-store.ts';
export { takeCallOfVerification, verificationsOver } from './record/verified-store.ts';
export { CODE_COUNTS_MS, writtenCode } from './verified/verification-code.ts';
export type { OrderCodeCall, PricedCodeCall, TypedOwnNumber } from './verified/verify-number.ts';

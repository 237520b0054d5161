export { allocateSandboxNumber } from './allocate-sandbox-number.ts';
export { createNumbers } from './create-numbers.ts';
export { judgeCaller, type KnowCaller } from './judge-caller.ts';
export { forwardStepsOf, leadsBack } from './leads-back.ts';
export { accountOfNumber, callerIdSql, numberAsked, numbersOf, numbersWithSms } from './numbers-store.ts';
export { countOffers, saveOffers, withdrawOffer } from './offers-store.ts';
export { readOffers } from './read-offers.ts';
export { numberCalled } from './rules-store.ts';

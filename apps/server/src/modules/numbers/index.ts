export { allocateSandboxNumber } from './allocate-sandbox-number.ts';
export { accountOfNumber, callerIdSql, numberAsked, numbersOf } from './numbers-store.ts';

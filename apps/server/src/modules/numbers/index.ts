export { allocateSandboxNumber } from './allocate-sandbox-number.ts';
export { accountOfNumber, callerIdSql, numbersOf } from './numbers-store.ts';

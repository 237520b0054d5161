export { allocateSandboxNumber } from './allocate-sandbox-number.ts';
export { accountOfNumber, callerIdPiece, numbersOf } from './numbers-store.ts';

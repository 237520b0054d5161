export { allocateSandboxNumber } from './allocate-sandbox-number.ts';
export { callerIdPiece, numbersOf } from './numbers-store.ts';

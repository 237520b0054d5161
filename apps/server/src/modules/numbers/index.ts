export { allocateSandboxNumber } from './allocate-sandbox-number.ts';
export { isNumberOf, numbersOf } from './numbers-store.ts';

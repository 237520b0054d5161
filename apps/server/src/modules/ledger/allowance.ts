import { type Micros, micros } from '@farline/contracts';

const MILLIONTHS = 1_000_000n;
const SECONDS = 'seconds:';
const CURRENCY = /^[A-Z]{3}$/;

/** The unit of an allowance of messages. */
export const MESSAGES = 'messages';

/** The unit of an allowance of seconds of a destination group. */
export function allowanceUnit(group: string): string {
  return `${SECONDS}${group}`;
}

/** The destination group of an allowance of seconds; null for another unit. */
export function groupOfUnit(unit: string): string | null {
  return unit.startsWith(SECONDS) ? unit.slice(SECONDS.length) : null;
}

/** Whether a wallet in this unit holds seconds or messages of a plan. */
export function isAllowance(unit: string): boolean {
  return unit === MESSAGES || groupOfUnit(unit) !== null;
}

/** Whether a wallet in this unit holds money, which never expires. */
export function isMoney(unit: string): boolean {
  return CURRENCY.test(unit);
}

/** Whole seconds, or whole messages, as the ledger counts them. */
export function microsOfSeconds(seconds: number): Micros {
  return micros(BigInt(seconds) * MILLIONTHS);
}

/** How many whole seconds, or messages, an amount of an allowance is. */
export function wholeUnits(amount: Micros): number {
  return Number(amount / MILLIONTHS);
}

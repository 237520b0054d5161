import { type Micros, micros } from '@farline/contracts';

const MICROS_PER_DOLLAR = 1_000_000;

/** Dollars as a test writes them, parts of one too, in micro-units. */
export const usd = (dollars: number): Micros => micros(BigInt(Math.round(dollars * MICROS_PER_DOLLAR)));

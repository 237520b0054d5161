import { z } from 'zod';
import { DECIMAL, formatDecimal, type Micros } from './micros.ts';

export {
  centsOf,
  formatDecimal,
  isWholeCents,
  MICROS_PER_CENT,
  type Micros,
  micros,
  microsOfCents,
  microsOfUnits,
  parseDecimal,
  toNumber,
} from './micros.ts';

/** Money as it travels: an exact decimal string beside its ISO 4217 currency. */
export const money = z.object({
  amount: z.string().regex(DECIMAL).meta({ example: '12.3400' }),
  currency: z.string().length(3).meta({ example: 'USD' }),
});
export type Money = z.infer<typeof money>;

/** Money for the wire. */
export function toMoney(value: Micros, currency: string): Money {
  return { amount: formatDecimal(value), currency };
}

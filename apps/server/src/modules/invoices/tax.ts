import { formatDecimal, micros, type Micros, MICROS_PER_CENT } from '@farline/contracts';

/** What an operator has set for a country, or for all others. */
export type TaxRule = {
  /** ISO 3166-1 alpha-2; null: every country without a rule of its own. */
  country: string | null;
  name: string;
  /** Millionths of a percent: 19 % is 19,000,000. */
  rateMicros: Micros;
  mode: 'included' | 'on_top';
};

/** When tax is stated: on the statement, as credit is used, or on the receipt, when it is paid. */
export type TaxPoint = 'use' | 'payment';

/** A tax worked out. `net` and `tax` add up to `gross`. */
export type Tax = {
  name: string;
  rate: string;
  mode: TaxRule['mode'];
  netMicros: Micros;
  taxMicros: Micros;
  grossMicros: Micros;
};

const WHOLE = 100_000_000n;

/** The rule of a buyer's country, or of the rest of the world; null where none is set. */
export function taxRuleFor(rules: readonly TaxRule[], country: string | null): TaxRule | null {
  return rules.find((rule) => rule.country === country) ?? rules.find((rule) => rule.country === null) ?? null;
}

/** The tax in an amount, or on top of it, to the whole cent (half a cent counts up). */
export function taxOn(rule: TaxRule, amountMicros: Micros): Tax {
  const base = rule.mode === 'included' ? WHOLE + rule.rateMicros : WHOLE;
  const tax = toCents(amountMicros * rule.rateMicros, base);
  const isIncluded = rule.mode === 'included';
  return {
    name: rule.name,
    rate: formatDecimal(rule.rateMicros).replace(/\.?0+$/, ''),
    mode: rule.mode,
    netMicros: isIncluded ? micros(amountMicros - tax) : amountMicros,
    taxMicros: micros(tax),
    grossMicros: isIncluded ? amountMicros : micros(amountMicros + tax),
  };
}

/** `dividend / divisor` in micro-units, to whole cents; half of one counts away from zero. */
function toCents(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n;
  return (
    sign * ((sign * dividend * 2n + divisor * MICROS_PER_CENT) / (divisor * MICROS_PER_CENT * 2n)) * MICROS_PER_CENT
  );
}

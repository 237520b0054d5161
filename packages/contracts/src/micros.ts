/** A whole number of millionths of a currency unit. Money is never a float inside the server. */
export type Micros = bigint & { readonly __unit: 'micros' };

const MICROS_PER_UNIT = 1_000_000n;
/** An exact decimal as money is written: at most six decimals. */
export const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d{1,6}))?$/;

/** Names a whole number of micro-units as money. */
export function micros(value: bigint): Micros {
  return value as Micros;
}

/** Whole units of a currency as micro-units. */
export const microsOfUnits = (units: number): Micros => micros(BigInt(units) * MICROS_PER_UNIT);

/** Reads an exact decimal such as `12.34`; at most six decimals. Returns null for anything else. */
export function parseDecimal(text: string): Micros | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign, whole, fraction] = match;
  const value = BigInt(whole ?? '0') * MICROS_PER_UNIT + BigInt((fraction ?? '').padEnd(6, '0'));
  return micros(sign === '-' ? -value : value);
}

/** Writes money as an exact decimal with at least four decimals: `12.3400`, `0.012345`. */
export function formatDecimal(value: Micros): string {
  const sign = value < 0n ? '-' : '';
  const absolute = value < 0n ? -value : value;
  const fraction = (absolute % MICROS_PER_UNIT).toString().padStart(6, '0');
  return `${sign}${absolute / MICROS_PER_UNIT}.${fraction.replace(/0{1,2}$/, '')}`;
}

/** The number of dollars that the specification's own fields carry. For display only: not exact. */
export function toNumber(value: Micros): number {
  return Number(value) / Number(MICROS_PER_UNIT);
}

export const MICROS_PER_CENT = 10_000n;

/** Cents, a payment provider's unit, as micro-units. */
export const microsOfCents = (cents: number | bigint): Micros => micros(BigInt(cents) * MICROS_PER_CENT);

/** Micro-units as cents; what is less than a cent is left out. */
export const centsOf = (amount: bigint): number => Number(amount / MICROS_PER_CENT);

export const isWholeCents = (amount: bigint): boolean => amount % MICROS_PER_CENT === 0n;

import { centsOf, micros, type Micros, microsOfCents } from '@farline/contracts';
import type { Credit } from '../../ledger/index.ts';

/** What of a payment is still unused. Whole cents: no less can be given back. */
export type UnusedPart = { paymentId: string; amountMicros: Micros };

/** Gifts: what is left of them is nobody's to give back. */
const GIVEN = new Set<unknown>(['trial_credit', 'operator_credit']);

/**
 * Which payments the unused credit came from, the oldest first. What came first was spent first, so what is left came
 * with the newest credits; `left` is what each payment has that was neither given back nor taken back. What the house
 * returned of a charge counts as if it had never been spent. `olderMicros`: what came with none of these credits.
 */
export function traceUnused(
  spendableMicros: Micros,
  credits: readonly Credit[],
  left: ReadonlyMap<string, Micros>,
): { parts: UnusedPart[]; olderMicros: Micros } {
  const parts: UnusedPart[] = [];
  let remaining: bigint = spendableMicros;
  for (const { cause, amountMicros, from } of credits) {
    if (remaining <= 0n) break;
    if (cause.type === 'payment') {
      const unused = smaller(left.get(cause.id) ?? amountMicros, remaining);
      remaining -= unused;
      const wholeCents = microsOfCents(centsOf(unused));
      if (left.has(cause.id) && wholeCents > 0n) {
        parts.unshift({ paymentId: cause.id, amountMicros: wholeCents });
      }
    } else if (GIVEN.has(from)) remaining -= smaller(amountMicros, remaining);
  }
  return { parts, olderMicros: micros(remaining) };
}

/** The same without what is older. */
export function unusedParts(...traced: Parameters<typeof traceUnused>): UnusedPart[] {
  return traceUnused(...traced).parts;
}

/** An amount out of these parts, the oldest first; null when it is more than all of them. */
export function takeOldest(parts: UnusedPart[], amountMicros: Micros): UnusedPart[] | null {
  const taken: UnusedPart[] = [];
  let wanted: bigint = amountMicros;
  for (const part of parts) {
    if (wanted === 0n) break;
    const amount = micros(smaller(part.amountMicros, wanted));
    taken.push({ ...part, amountMicros: amount });
    wanted -= amount;
  }
  return wanted === 0n ? taken : null;
}

/** All parts together. */
export function sumOf(parts: UnusedPart[]): Micros {
  return micros(parts.reduce((sum, part) => sum + part.amountMicros, 0n));
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

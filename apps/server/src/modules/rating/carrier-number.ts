import { e164 } from '@farline/contracts';
import { readDialledNumber } from './dialled-number.ts';

/**
 * The number (E.164) that a carrier wrote: whole with its plus or without, with 00 before it, or as it is dialled in `country`
 * (ISO 3166-1 alpha-2), where the carrier has one. Null for what is no number. What only stands in a number at home is left out,
 * `+44 (0)20`: each number is written in one way here, or a rule that names it would not know it.
 */
export function readCarrierNumber(written: string, country: string | null): string | null {
  const whole = e164.safeParse(written.replace(/^(00|011)(?=[1-9])/, '+').replace(/^(?!\+)/, '+')).data ?? null;
  if (whole !== null && (country === null || written.startsWith('+'))) {
    const plain = readDialledNumber(whole);
    return plain.kind === 'e164' ? plain.number : whole;
  }
  const read = readDialledNumber(written, country ?? undefined);
  return read.kind === 'e164' ? read.number : whole;
}

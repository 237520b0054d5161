import type { Money } from '@farline/contracts/money';
import { billedSeconds } from '@farline/contracts/price-call';
import type { Country, RateTerms } from '@farline/contracts/rates';
import { priceSoFar } from '../../../lib/calls/price-so-far.ts';

/** Whom the landing page's call is with, and when it began. */
export const SAMPLE = { name: 'Elsie Whitfield', answeredAt: '2026-03-03T14:02:11Z' } as const;

/** What its picture shows. */
export interface Sample {
  country: Country;
  terms: RateTerms;
  /** How long somebody talked. */
  seconds: number;
}

/** Numbers that nobody has: kept for practice, and for films (Ofcom, NANPA). */
const NOBODYS: Record<string, string> = { GB: '+44 7700 900123', US: '+1 202 555 0123' };

/** Whom the sample calls in a country: where no number is nobody's, most of it is left out. */
export function sampleNumber({ code, callingCode }: Pick<Country, 'code' | 'callingCode'>): string {
  return NOBODYS[code] ?? `+${callingCode} ••• ••• 123`;
}

/** The sum of the sample at these terms, line by line as a receipt has it. */
export interface SampleSum {
  billed: number;
  time: Money;
  fee: Money;
  total: Money;
}

/** By the rule that the server charges by. */
export function sampleSum({ terms, seconds }: Pick<Sample, 'terms' | 'seconds'>): SampleSum {
  const noFee = { amount: '0.0000', currency: terms.perMinute.currency };
  return {
    billed: billedSeconds(terms, seconds),
    time: priceSoFar({ ...terms, connectionFee: noFee }, seconds),
    fee: terms.connectionFee,
    total: priceSoFar(terms, seconds),
  };
}

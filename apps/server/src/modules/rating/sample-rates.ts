import { type DestinationKind, type Micros, micros, parseDecimal } from '@farline/contracts';
import { WORLD } from './destination.ts';
import type { NewRate } from './rating-store.ts';

/** The rate table that every installation starts with, in US dollars: sample prices, nobody's offer. */
export const SAMPLE_RATE_TABLE = 'sample';
export const SAMPLE_CURRENCY = 'USD';

/** A country's line of data/sample-rates.csv. */
export type SamplePrices = {
  countryCode: string;
  fixedMicros: Micros;
  mobileMicros: Micros;
  firstSeconds: number;
  nextSeconds: number;
};

/** Reads data/sample-rates.csv; throws on a line that is not as its head says. */
export function readSamplePrices(csv: string): SamplePrices[] {
  const [, ...lines] = csv.trim().split('\n');
  return lines.map((line) => {
    const match = /^([A-Z]{2}|001),(\d+\.\d{4}),(\d+\.\d{4}),(\d+),(\d+)$/.exec(line);
    const [, countryCode, fixed = '', mobile = '', first, next] = match ?? [];
    const fixedMicros = parseDecimal(fixed);
    const mobileMicros = parseDecimal(mobile);
    if (countryCode === undefined || fixedMicros === null || mobileMicros === null) {
      throw new Error(`sample-rates.csv has a line that cannot be read: ${line}`);
    }
    return { countryCode, fixedMicros, mobileMicros, firstSeconds: Number(first), nextSeconds: Number(next) };
  });
}

/** What nobody set a price for; expensive, so that it is not missed. */
const UNKNOWN_COUNTRY: SamplePrices = {
  countryCode: WORLD,
  fixedMicros: micros(500_000n),
  mobileMicros: micros(6_500_000n),
  firstSeconds: 60,
  nextSeconds: 60,
};

/** What dials far more than it seems to cost: closed until an operator opens it. */
const CLOSED_KINDS = new Set<DestinationKind>(['premium']);
/** Of the world's own services (satellites among them), only freephone is open. */
const OPEN_KINDS_OF_THE_WORLD = new Set<DestinationKind>(['toll_free']);

/** The sample rate of each kind of number, made from its country's prices for fixed and mobile numbers. */
export function sampleRates(
  prices: readonly SamplePrices[],
  kinds: Iterable<{ countryCode: string; kind: DestinationKind }>,
  effectiveFrom: Date,
): NewRate[] {
  const ofCountry = new Map(prices.map((price) => [price.countryCode, price]));
  return [...kinds].map(({ countryCode, kind }) => {
    const country = ofCountry.get(countryCode) ?? UNKNOWN_COUNTRY;
    const isExpensive = EXPENSIVE_KINDS.has(kind);
    const firstSeconds = isExpensive ? 60 : country.firstSeconds;
    const nextSeconds = isExpensive ? 60 : country.nextSeconds;
    return {
      countryCode,
      kind,
      prefix: '',
      terms: {
        currency: SAMPLE_CURRENCY,
        perMinuteMicros: perMinute(country, kind),
        connectionMicros: kind === 'premium' ? micros(100_000n) : micros(0n),
        minimumSeconds: firstSeconds,
        firstSeconds,
        nextSeconds,
      },
      isOpen: countryCode === WORLD ? OPEN_KINDS_OF_THE_WORLD.has(kind) : !CLOSED_KINDS.has(kind),
      effectiveFrom,
      effectiveTo: null,
    };
  });
}

const EXPENSIVE_KINDS = new Set<DestinationKind>(['premium', 'personal', 'pager', 'shared_cost']);

function perMinute({ fixedMicros, mobileMicros }: SamplePrices, kind: DestinationKind): Micros {
  const higher = fixedMicros > mobileMicros ? fixedMicros : mobileMicros;
  switch (kind) {
    case 'fixed':
    case 'toll_free':
      return fixedMicros;
    case 'mobile':
      return mobileMicros;
    case 'voip':
    case 'uan':
      return micros((higher * 3n) / 2n);
    case 'shared_cost':
      return micros(higher * 2n + 50_000n);
    case 'personal':
    case 'pager':
      return micros(higher * 2n + 250_000n);
    case 'premium':
      return micros(higher * 2n + 1_500_000n);
    case 'echo':
    case 'voicemail':
      return micros(0n);
  }
}

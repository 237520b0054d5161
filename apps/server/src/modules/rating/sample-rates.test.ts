import { readFileSync } from 'node:fs';
import { type DestinationKind, micros, priceCall } from '@farline/contracts';
import { expect, test } from 'vitest';
import { readSamplePrices, sampleRates } from './sample-rates.ts';
import { readSampleSegmentPrices } from './sample-segment-rates.ts';
import { readDestinations } from './seed-rating.ts';

const data = (name: string) => readFileSync(new URL(`../../../data/${name}`, import.meta.url), 'utf8');
const prices = readSamplePrices(data('sample-rates.csv'));
const destinations = readDestinations(data('destinations.csv'));
const rates = sampleRates(
  prices,
  new Map(destinations.map((one) => [`${one.countryCode} ${one.kind}`, one])).values(),
  new Date(0),
);
const rateOf = (countryCode: string, kind: DestinationKind) =>
  rates.find((rate) => rate.countryCode === countryCode && rate.kind === kind);

test('every destination of every country has a sample price', () => {
  const countries = new Set(destinations.map(({ countryCode }) => countryCode));
  expect(countries.size).toBe(245);
  const unpriced = [...countries].filter(
    (code) => code !== '001' && !prices.some((price) => price.countryCode === code),
  );
  expect(unpriced).toEqual([]);
});

test('no sample price is zero, and none is beyond reason', () => {
  for (const rate of rates) {
    const minute = priceCall(rate.terms, 60);
    expect(minute > 5_000n && minute < 20_000_000n, `${rate.countryCode} ${rate.kind}`).toBe(true);
  }
});

test('expensive kinds are more expensive than mobile, premium is closed, and so are satellites', () => {
  const expensiveKinds = rates.filter(
    ({ countryCode, kind }) => countryCode !== '001' && ['premium', 'personal', 'pager', 'shared_cost'].includes(kind),
  );
  const notMoreExpensive = expensiveKinds.filter(({ countryCode, terms }) => {
    const mobile = rateOf(countryCode, 'mobile')?.terms.perMinuteMicros ?? 0n;
    return terms.perMinuteMicros <= mobile;
  });
  expect(notMoreExpensive).toEqual([]);
  expect(rates.filter((rate) => rate.kind === 'premium' && rate.isOpen)).toEqual([]);
  expect(rateOf('001', 'mobile')).toMatchObject({ isOpen: false, terms: { perMinuteMicros: micros(6_500_000n) } });
});

test('every country whose calls have a sample price has one for messages, within reason', () => {
  const segments = readSampleSegmentPrices(data('sample-message-rates.csv'));

  expect(segments.map(({ countryCode }) => countryCode)).toEqual(prices.map(({ countryCode }) => countryCode));
  const unreasonable = segments.filter(({ perSegmentMicros: price }) => price < 5_000n || price > 300_000n);
  expect(unreasonable).toEqual([]);
});

test('a line that cannot be read is named', () => {
  expect(() => readSampleSegmentPrices('head\nGB,cheap')).toThrow('GB,cheap');
  expect(() => readSamplePrices('head\nGB,cheap,0.0200,1,1')).toThrow('GB,cheap');
  expect(() => readDestinations('head\n44,GB,carrier pigeon,')).toThrow('carrier pigeon');
});

test('an operator with a comma or a quote in its name keeps it', () => {
  expect(readDestinations('head\n447,GB,mobile,"The ""Big"" One, Ltd"')).toMatchObject([
    { operator: 'The "Big" One, Ltd' },
  ]);
});

import { microsOfCents } from '@farline/contracts';
import { expect, test } from 'vitest';
import { buildRateBook } from './rate-book.ts';
import { segmentPrice } from './segment-price.ts';
import { type SegmentRate, segmentRatesAt } from './segment-rates.ts';

const at = new Date('2026-03-01T00:00:00Z');
const rate = (id: string, cents: number, more: Partial<SegmentRate> = {}): SegmentRate => ({
  id,
  countryCode: 'GB',
  prefix: '',
  perSegmentMicros: microsOfCents(cents),
  effectiveFrom: new Date('2020-01-01T00:00:00Z'),
  effectiveTo: null,
  ...more,
});
const found = (rates: SegmentRate[], number = '+447700900123') => segmentRatesAt(rates, at).find('GB', number)?.id;

test('a number has the rate of its country, and a longer prefix comes first', () => {
  const rates = [rate('all', 4), rate('seven', 5, { prefix: '447' }), rate('one operator', 6, { prefix: '44770' })];

  expect(found(rates)).toBe('one operator');
  expect(found(rates, '+447900000000')).toBe('seven');
  expect(found(rates, '+442079460000')).toBe('all');
  expect(segmentRatesAt(rates, at).ofCountry('GB')?.id).toBe('all');
  expect(segmentRatesAt(rates, at).ofCountry('FR')).toBeNull();
});

test('of two rates alike the more expensive counts, whatever their order', () => {
  expect(found([rate('cheap', 4), rate('expensive', 5)])).toBe('expensive');
  expect(found([rate('expensive', 5), rate('cheap', 4)])).toBe('expensive');
});

test('a rate counts from its first instant to before its last', () => {
  const old = rate('old', 4, { effectiveTo: at });
  const present = rate('present', 3, { effectiveFrom: at, effectiveTo: new Date('2026-04-01T00:00:00Z') });
  const next = rate('next', 9, { effectiveFrom: new Date('2026-04-01T00:00:00Z') });

  expect(found([old, present, next])).toBe('present');
});

test('a book waits for the dates of its messages too, and prices none to where it has no rate', () => {
  const next = new Date('2026-04-01T00:00:00Z');
  const book = buildRateBook({
    table: { name: 'test', version: 1, currency: 'USD', isSample: true },
    rates: [],
    at,
    destinations: [],
    segmentRates: [rate('until', 4, { effectiveTo: next })],
  });

  expect(book.staleAt).toEqual(next);
  expect(segmentPrice(book, '+447700900123')).toBeNull();
});

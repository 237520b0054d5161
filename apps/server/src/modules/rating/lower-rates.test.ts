import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { lowerBook } from './lower-rates.ts';
import { buildRateBook, type Rate } from './rate-book.ts';

const at = new Date('2026-03-01T00:00:00Z');
const rate: Rate = {
  id: 'one',
  countryCode: 'GB',
  kind: 'mobile',
  prefix: '',
  terms: {
    currency: 'USD',
    perMinuteMicros: micros(20_003n),
    connectionMicros: micros(5_000n),
    minimumSeconds: 30,
    firstSeconds: 30,
    nextSeconds: 6,
  },
  isOpen: true,
  effectiveFrom: new Date('2026-01-01T00:00:00Z'),
  effectiveTo: null,
};
const base = buildRateBook({
  table: { name: 'sample', version: 3, currency: 'USD', isSample: true },
  destinations: [{ prefix: '447', countryCode: 'GB', kind: 'mobile', operator: null }],
  rates: [rate],
  at,
});
const table = { name: 'plus', version: 4, currency: 'USD', isSample: true };

test('a lower rate is the other one with so much off a minute; fee and increments stay', () => {
  const found = lowerBook(base, table, 20).find('+447700900123');
  // 80 % of 0.020003 is 0.0160024, rounded up to the millionth.
  expect(found?.rate.terms).toEqual({ ...rate.terms, perMinuteMicros: 16_003n });
  expect(found?.rate.id).toBe('one');
});

test('the book has its own name and version, and every destination of the other', () => {
  const book = lowerBook(base, table, 10);
  expect(book).toMatchObject({ name: 'plus', version: 4 });
  expect(book.destinations.map(({ rate: { terms } }) => terms.perMinuteMicros)).toEqual([18_003n]);
  expect(book.rateOfKind('GB', 'mobile')?.terms.perMinuteMicros).toBe(18_003n);
  expect(book.find('+33123456789')).toBeNull();
});

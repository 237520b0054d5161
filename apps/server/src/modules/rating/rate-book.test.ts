import { type DestinationKind, micros } from '@farline/contracts';
import { describe, expect, test } from 'vitest';
import type { Destination } from './destination.ts';
import { buildRateBook, type Rate } from './rate-book.ts';
import { rateNumber } from './rate-number.ts';

const at = new Date('2026-03-01T00:00:00Z');
const table = { name: 'sample', version: 7, currency: 'USD', isSample: true };

const destination = (prefix: string, countryCode: string, kind: DestinationKind, operator?: string): Destination => ({
  prefix,
  countryCode,
  kind,
  operator: operator ?? null,
});

function rate(countryCode: string, kind: DestinationKind, perMinute: number, more: Partial<Rate> = {}): Rate {
  return {
    id: `${countryCode} ${kind} ${perMinute}`,
    countryCode,
    kind,
    prefix: '',
    terms: {
      currency: 'USD',
      perMinuteMicros: micros(BigInt(perMinute)),
      connectionMicros: micros(0n),
      minimumSeconds: 1,
      firstSeconds: 1,
      nextSeconds: 1,
    },
    isOpen: true,
    effectiveFrom: new Date('2026-01-01T00:00:00Z'),
    effectiveTo: null,
    ...more,
  };
}

const bookOf = (destinations: Destination[], rates: Rate[], now = at) =>
  buildRateBook({ table, destinations, rates, at: now });
const priceIn = (book: ReturnType<typeof bookOf>, number: string) => book.find(number)?.rate.terms.perMinuteMicros;

describe('which rate a number has', () => {
  test('the rate of its country and kind, by the longest prefix', () => {
    const book = bookOf(
      [destination('44', 'GB', 'fixed'), destination('447', 'GB', 'mobile'), destination('441481', 'GG', 'fixed')],
      [rate('GB', 'fixed', 10), rate('GB', 'mobile', 20), rate('GG', 'fixed', 30)],
    );

    expect(priceIn(book, '+442079460123')).toBe(10n);
    expect(priceIn(book, '+447700900123')).toBe(20n);
    expect(priceIn(book, '+441481960123')).toBe(30n);
    expect(book.find('+33123456789')).toBeNull();
  });

  test('where two destinations of the same length match, the more expensive counts, in whatever order they come', () => {
    const destinations = [destination('447', 'GB', 'mobile'), destination('447', 'GB', 'personal')];
    const rates = [rate('GB', 'mobile', 20), rate('GB', 'personal', 300)];

    expect(bookOf(destinations, rates).find('+447700900123')?.destination.kind).toBe('personal');
    expect(bookOf(destinations.toReversed(), rates).find('+447700900123')?.destination.kind).toBe('personal');
  });

  test('a number of a kind without rate is priced as the most expensive kind of its country', () => {
    const book = bookOf(
      [destination('44', 'GB', 'fixed'), destination('4476', 'GB', 'pager')],
      [rate('GB', 'fixed', 10), rate('GB', 'mobile', 20), rate('FR', 'mobile', 500)],
    );
    expect(priceIn(book, '+447600900123')).toBe(20n);
  });

  test('a rate for a prefix counts for the numbers of its kind that start so, and for no others', () => {
    const book = bookOf(
      [
        destination('447', 'GB', 'mobile'),
        destination('447106', 'GB', 'mobile', 'O2'),
        destination('4470', 'GB', 'personal'),
      ],
      [
        rate('GB', 'mobile', 20),
        rate('GB', 'mobile', 15, { prefix: '4471' }),
        rate('GB', 'mobile', 12, { prefix: '44710699' }),
        rate('GB', 'personal', 300),
      ],
    );

    expect(priceIn(book, '+447200900123')).toBe(20n);
    expect(priceIn(book, '+447100900123')).toBe(15n);
    expect(book.find('+447106000123')).toMatchObject({ destination: { operator: 'O2' }, rate: { prefix: '4471' } });
    expect(priceIn(book, '+447106990123')).toBe(12n);
    expect(priceIn(book, '+447000900123')).toBe(300n);
  });

  test('of two rates for the same, the more expensive counts', () => {
    const rates = [rate('GB', 'mobile', 20), rate('GB', 'mobile', 25)];
    expect(priceIn(bookOf([destination('447', 'GB', 'mobile')], rates), '+447700900123')).toBe(25n);
    expect(priceIn(bookOf([destination('447', 'GB', 'mobile')], rates.toReversed()), '+447700900123')).toBe(25n);
  });

  test('a rate counts from its date on, until its end, and the book knows when it is stale', () => {
    const changeover = new Date('2026-04-01T00:00:00Z');
    const destinations = [destination('447', 'GB', 'mobile')];
    const rates = [
      rate('GB', 'mobile', 20, { effectiveTo: changeover }),
      rate('GB', 'mobile', 15, { effectiveFrom: changeover }),
    ];

    const before = bookOf(destinations, rates);
    expect(priceIn(before, '+447700900123')).toBe(20n);
    expect(before.staleAt).toEqual(changeover);
    const after = bookOf(destinations, rates, changeover);
    expect(priceIn(after, '+447700900123')).toBe(15n);
    expect(after.staleAt).toBeNull();
  });
});

describe('what a number costs, or why it cannot be called', () => {
  const book = bookOf(
    [destination('44', 'GB', 'fixed'), destination('448', 'GB', 'toll_free'), destination('449', 'GB', 'premium')],
    [rate('GB', 'fixed', 10), rate('GB', 'toll_free', 5), rate('GB', 'premium', 1_500_000, { isOpen: false })],
  );

  test('it names rate, table and version, so that anyone can redo the sum', () => {
    expect(rateNumber(book, '+442079460123')).toEqual({
      allowed: true,
      rated: {
        number: '+442079460123',
        destination: { prefix: '44', countryCode: 'GB', kind: 'fixed', operator: null },
        terms: expect.objectContaining({ perMinuteMicros: 10n, currency: 'USD' }),
        rateId: 'GB fixed 10',
        rateTable: 'sample',
        rateTableVersion: 7,
      },
    });
  });

  test('a premium number that hides under a cheap prefix is premium', () => {
    expect(rateNumber(book, '+448081570123')).toMatchObject({
      allowed: true,
      rated: { destination: { kind: 'toll_free' } },
    });
    expect(rateNumber(book, '+448712345678')).toMatchObject({
      allowed: false,
      reason: 'destination_closed',
      rated: { destination: { kind: 'premium' } },
    });
  });

  test('the echo test is free and has no country', () => {
    const rating = rateNumber(book, '*43');
    expect(rating).toMatchObject({
      allowed: true,
      rated: { destination: { kind: 'echo', countryCode: null }, rateId: null, terms: { perMinuteMicros: 0n } },
    });
  });

  test.each([
    ['+33123456789', 'unknown_destination'],
    ['442079460123', 'not_a_number'],
    ['+44', 'not_a_number'],
    ['*99', 'not_a_number'],
  ])('%s: %s', (number, reason) => {
    expect(rateNumber(book, number)).toEqual({ allowed: false, reason });
  });
});

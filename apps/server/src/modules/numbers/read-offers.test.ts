import { expect, test } from 'vitest';
import { readOffers } from './read-offers.ts';

const HEAD = 'number,carrier,monthly_price,setup_price,incoming_per_minute,voice,sms,documents';
const read = (...lines: string[]) => readOffers([HEAD, ...lines].join('\n'), 'USD');

test('a line is a number with its country, kind, prices and what it can do', () => {
  expect(
    read('+1 415 555-0123,carrier-1,1.50,0,0,yes,yes,', '+442079460123,carrier-2,2,5.25,0.012,Yes,no,A passport'),
  ).toEqual({
    offers: [
      {
        e164: '+14155550123',
        country: 'US',
        kind: 'fixed',
        carrier: 'carrier-1',
        monthlyMicros: 1_500_000n,
        setupMicros: 0n,
        perMinuteMicros: 0n,
        currency: 'USD',
        hasVoice: true,
        hasSms: true,
        documents: null,
      },
      {
        e164: '+442079460123',
        country: 'GB',
        kind: 'fixed',
        carrier: 'carrier-2',
        monthlyMicros: 2_000_000n,
        setupMicros: 5_250_000n,
        perMinuteMicros: 12_000n,
        currency: 'USD',
        hasVoice: true,
        hasSms: false,
        documents: 'A passport',
      },
    ],
  });
});

test('columns come in any order, and with semicolons', () => {
  const csv =
    'sms;voice;documents;number;carrier;setup_price;monthly_price;incoming_per_minute\nno;yes;;+14155550123;c;0;1;0';
  expect(readOffers(csv, 'USD')).toMatchObject({ offers: [{ e164: '+14155550123', hasSms: false, hasVoice: true }] });
});

test.each([
  ['4155550123,c,1,0,0,yes,yes,', 'is not a whole number with its country'],
  ['+999123456789,c,1,0,0,yes,yes,', 'is not a whole number with its country'],
  ['+1415555,c,1,0,0,yes,yes,', 'is not a whole number with its country'],
  ['+19005550123,c,1,0,0,yes,yes,', 'is no landline, mobile, toll-free or internet number'],
  ['+14155550123,,1,0,0,yes,yes,', "the carrier's name has 1 to 80 characters."],
  ['+14155550123,c,one,0,0,yes,yes,', 'a price is written like 1.50'],
  ['+14155550123,c,1,-1,0,yes,yes,', 'a price is written like 1.50'],
  ['+14155550123,c,10000.01,0,0,yes,yes,', 'from 0 to 10000'],
  ['+14155550123,c,1,0,,yes,yes,', 'a price is written like 1.50'],
  ['+14155550123,c,1,0,-0.01,yes,yes,', 'a price is written like 1.50'],
  ['+14155550123,c,1,0,0,1,yes,', 'voice and sms are yes or no.'],
  ['+14155550123,c,1,0,0,no,no,', 'a number takes calls, or text messages, or both.'],
  ['+14155550123,c,1,0,0,yes,yes', 'it has 7 cells'],
  ['+14155550123,c,1,0,0,yes,yes,,', 'it has 9 cells'],
  ['+14155550123,"c', 'a quotation mark is never closed.'],
])('the line %j is refused, with its place', (line, sentence) => {
  const answer = read('+14155550199,c,1,0,0,yes,yes,', line);
  expect(answer).toEqual({ wrong: [expect.stringContaining(sentence)] });
  expect(answer).toEqual({ wrong: [expect.stringMatching(/^line 3: /)] });
});

test('a number that stands there twice is told by the second line', () => {
  const line = '+14155550123,c,1,0,0,yes,yes,';
  expect(read(line, '+1 (415) 555 0123,c,2,0,0,yes,yes,')).toEqual({
    wrong: ['line 3: +14155550123 stands here twice.'],
  });
});

test('of many lines that are wrong twenty are told, and how many more there are', () => {
  const answer = read(...Array.from({ length: 25 }, () => 'nothing,c,1,0,0,yes,yes,'));
  if (!('wrong' in answer)) throw new Error('nothing was wrong');
  expect(answer.wrong).toHaveLength(21);
  expect(answer.wrong.at(-1)).toBe('And 5 more.');
});

test.each(['', HEAD, 'number,carrier\n+14155550123,c', `${HEAD},more\n+14155550123,c,1,0,0,yes,yes,,`])(
  'the file %j is refused as a whole',
  (csv) => {
    expect(readOffers(csv, 'USD')).toEqual({ wrong: [expect.stringMatching(/first line names|no number/)] });
  },
);

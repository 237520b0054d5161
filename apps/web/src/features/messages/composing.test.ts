import type { MessagePreview } from '@farline/contracts/messages/messages';
import { expect, test } from 'vitest';
import { countText, replaced } from '../../lib/messages/count-text.ts';
import { hindranceOf, isSendable } from './composing.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });
const PREVIEW: MessagePreview = {
  number: '+447700900123',
  from: '+999000000001',
  countryCode: 'GB',
  timeZones: [],
  encoding: 'gsm-7',
  segments: 2,
  left: 10,
  forcedBy: null,
  writes: { nationalShift: [], isLatin1: false },
  pricePerSegment: usd('0.0400'),
  cost: usd('0.0800'),
  includedSegments: 0,
  paidBy: 'balance',
  isPractice: false,
  isOptedOut: false,
};
const TEXT = 'See you at eight.';
const WRITING = {
  text: TEXT,
  counted: countText(TEXT),
  preview: PREVIEW,
  refusal: null,
  purse: { available: usd('0.0800'), trialCredit: usd('0') },
};

test('a text that can be paid for to the last cent is sent, and one that cannot is stopped with what is missing', () => {
  expect(hindranceOf(WRITING)).toBe(null);
  const purse = { available: usd('0.079999'), trialCredit: usd('5') };
  expect(hindranceOf({ ...WRITING, purse })).toEqual({
    is: 'out_of_credit',
    cost: usd('0.0800'),
    available: usd('0.079999'),
  });
});

test('what practice credit pays for needs no balance', () => {
  const purse = { available: usd('0'), trialCredit: usd('0.08') };
  expect(hindranceOf({ ...WRITING, purse, preview: { ...PREVIEW, paidBy: 'trial_credit' } })).toBe(null);
});

test('while the line is gone and nothing is known, a text may be sent', () => {
  expect(hindranceOf({ ...WRITING, preview: undefined, purse: undefined })).toBe(null);
});

test('whoever asked not to be written to is not, and a refusal of the server is told in its words', () => {
  expect(hindranceOf({ ...WRITING, preview: { ...PREVIEW, isOptedOut: true } })).toEqual({ is: 'opted_out' });
  const refusal = { code: 'number_takes_no_messages', message: 'No.' };
  expect(hindranceOf({ ...WRITING, refusal })).toEqual({ is: 'refused', refusal });
});

test.each([
  ['more than ten parts', 'ж'.repeat(671)],
  ['more than 1,600 characters', 'a'.repeat(1_601)],
])('a text of %s is too long', (_what, text) => {
  expect(hindranceOf({ ...WRITING, text, counted: countText(text) })).toEqual({ is: 'too_long' });
});

test.each(['', ' ', '\n\t'])('nothing but space, %j, is not sent', (text) => {
  expect(isSendable(text, null)).toBe(false);
});

test('the character that shortens the parts is named with its look-alike, and is replaced wherever it stands', () => {
  const text = 'It’s Ada’s';
  const { encoding, forcedBy } = countText(text);
  expect({ encoding, forcedBy }).toEqual({ encoding: 'ucs-2', forcedBy: { character: '’', replacement: "'" } });
  expect(countText(replaced(text, '’', "'"))).toMatchObject({ encoding: 'gsm-7', segments: 1, forcedBy: null });
});

test('a text is counted in what its carriers write', () => {
  const text = 'ş'.repeat(100);
  expect(countText(text)).toMatchObject({ encoding: 'ucs-2', segments: 2 });
  expect(countText(text, { nationalShift: ['turkish'], isLatin1: false })).toMatchObject({
    encoding: 'gsm-7',
    segments: 1,
    forcedBy: null,
  });
  expect(countText('5 €', { nationalShift: [], isLatin1: true })).toMatchObject({
    encoding: 'ucs-2',
    forcedBy: { character: '€' },
  });
});

test('a replacement is taken as it stands', () => {
  expect(replaced('a–b', '–', '$&')).toBe('a$&b');
});

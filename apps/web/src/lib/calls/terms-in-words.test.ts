import { expect, test } from 'vitest';
import { termsInWords } from './terms-in-words.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' as const });
const BY_THE_SECOND = { firstSeconds: 1, nextSeconds: 1, minimumSeconds: 0, connectionFee: usd('0') };

test.each([
  ['steps alone', {}, 'Billed in steps of 1 s'],
  ['a first step', { firstSeconds: 30, nextSeconds: 6 }, 'Billed in steps of 30 s, then 6 s'],
  [
    'a minimum',
    { firstSeconds: 30, nextSeconds: 6, minimumSeconds: 60 },
    'Billed in steps of 30 s, then 6 s, at least 60 s',
  ],
  [
    'a minimum that the first step is',
    { firstSeconds: 60, nextSeconds: 60, minimumSeconds: 60 },
    'Billed in steps of 60 s',
  ],
  ['a fee', { connectionFee: usd('0.1') }, 'Billed in steps of 1 s, $0.10 connection fee'],
])('%s', (_what, terms, words) => {
  expect(termsInWords({ ...BY_THE_SECOND, ...terms })).toBe(words);
});

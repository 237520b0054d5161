import { expect, test } from 'vitest';
import { TEST_CARDS, testCardOf } from './test-cards.ts';

/** ISO/IEC 7812-1 annex B. */
function satisfiesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

test.each(TEST_CARDS)('$number looks like a card to every form that checks it', ({ number }) => {
  expect(satisfiesLuhn(number)).toBe(true);
});

test.each([
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000-0000-0000-0002', 'declined'],
  ['4000002500003155', 'needs_confirmation'],
  ['4000000000000077', 'succeeds_late'],
  ['4000000000000259', 'disputed'],
])('%s %s', (typed, kind) => {
  expect(testCardOf(typed)?.outcome.kind).toBe(kind);
});

test.each(['', '4242', '4111111111111111', 'card'])('%j is no test card', (typed) => {
  expect(testCardOf(typed)).toBeNull();
});

import type { RingStep } from '@farline/contracts/numbers/number-forwarding';
import { expect, test } from 'vitest';
import { inOrder, ringsInOrder, withPhones } from './rule-ring-order.ts';

const phones = ['anna', 'bert', 'cora'].map((id) => ({ id, name: id }));
const ids = phones.map(({ id }) => id);
const keysOf = (step: RingStep) => ringsInOrder(step, phones).map(({ key }) => key);
const inTurn = (over: Partial<RingStep>): RingStep => ({
  do: 'ring',
  browsers: true,
  phones: ids,
  order: 'in_turn',
  secondsEach: 20,
  phonesBeforeBrowsers: 0,
  ...over,
});

test('pages among the phones ring behind all of them once all are ticked, as the list shows', () => {
  expect(keysOf(inTurn({ phonesBeforeBrowsers: 1 }))).toEqual(['anna', 'pages', 'bert', 'cora']);
  const all = withPhones(inTurn({ phonesBeforeBrowsers: 1 }), 'all');
  expect(keysOf(all)).toEqual(['all', 'pages']);
  expect(all.phonesBeforeBrowsers).toBeGreaterThanOrEqual(100);
  expect(keysOf(withPhones(all, ids))).toEqual(['anna', 'bert', 'cora', 'pages']);
});

test('pages before the phones stay there, and together nothing has a place', () => {
  expect(withPhones(inTurn({}), 'all')).toEqual(inTurn({ phones: 'all' }));
  const together = { do: 'ring' as const, browsers: true, phones: ids };
  expect(withPhones(together, 'all')).toEqual({ ...together, phones: 'all' });
});

test('one after another leaves no wrong seconds where nobody is asked for them', () => {
  const then = { do: 'forward' as const, to: '+442079460123', most: null };
  const after = (afterSeconds: number) => inOrder(inTurn({ goesOn: { afterSeconds, then } }), 'in_turn').goesOn;
  expect(after(4)).toEqual({ afterSeconds: 20, then });
  expect(after(Number.NaN)).toEqual({ afterSeconds: 20, then });
  expect(after(45)).toEqual({ afterSeconds: 45, then });
});

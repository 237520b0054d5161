import { expect, test } from 'vitest';
import { idOfReceipt, idOfSubmit } from './message-ids.ts';

test.each([
  ['same', '1A2b-x', '1A2b-x'],
  ['decimal', '12345', '0000012345'],
  ['decimal', '0000012345', '12345'],
  ['hexadecimal', '70BA8A69', '0070ba8a69'],
  ['hexadecimal', '0070ba8a69', '70BA8A69'],
  ['receipts-decimal', '00FF', '255'],
  ['receipts-decimal', 'ff', '0000000255'],
  ['receipts-decimal', 'ffffffffffffffffffff', '1208925819614629174706175'],
  ['receipts-hexadecimal', '0255', 'FF'],
  ['receipts-hexadecimal', '255', '000000ff'],
] as const)('where ids are %s, %s of a submit is %s of its receipt', (kind, submitted, receipted) => {
  expect(idOfReceipt(receipted, kind)).toBe(idOfSubmit(submitted, kind));
});

test('where both ids are decimal, or both hexadecimal, two that differ in more than zeros and case stay two', () => {
  expect(idOfReceipt('012', 'decimal')).not.toBe(idOfSubmit('120', 'decimal'));
  expect(idOfReceipt('12', 'hexadecimal')).not.toBe(idOfSubmit('18', 'hexadecimal'));
});

test('an id that is not what was said stays as it is', () => {
  expect(idOfReceipt('00a', 'decimal')).toBe('00a');
  expect(idOfSubmit('00-a', 'hexadecimal')).toBe('00-a');
  expect(idOfReceipt('a-7', 'receipts-decimal')).toBe('a-7');
  expect(idOfSubmit('', 'receipts-decimal')).toBe('');
  expect(idOfSubmit('7'.repeat(200), 'receipts-hexadecimal')).toBe('7'.repeat(200));
});

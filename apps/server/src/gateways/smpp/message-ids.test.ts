import { expect, test } from 'vitest';
import { idOfReceipt, idOfSubmit } from './message-ids.ts';

test.each([
  ['same', '1A2b-x', '1A2b-x'],
  ['receipts-decimal', '00FF', '255'],
  ['receipts-decimal', 'ff', '0000000255'],
  ['receipts-decimal', 'ffffffffffffffffffff', '1208925819614629174706175'],
  ['receipts-hexadecimal', '0255', 'FF'],
  ['receipts-hexadecimal', '255', '000000ff'],
] as const)('where ids are %s, %s of a submit is %s of its receipt', (kind, submitted, receipted) => {
  expect(idOfReceipt(receipted, kind)).toBe(idOfSubmit(submitted, kind));
});

test('an id that is not what was said stays as it is', () => {
  expect(idOfReceipt('a-7', 'receipts-decimal')).toBe('a-7');
  expect(idOfSubmit('', 'receipts-decimal')).toBe('');
  expect(idOfSubmit('7'.repeat(200), 'receipts-hexadecimal')).toBe('7'.repeat(200));
});

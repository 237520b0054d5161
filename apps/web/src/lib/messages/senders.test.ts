import '../testing/browser-stand-ins.ts';
import { expect, test } from 'vitest';
import { allOf, senderOf } from './senders.ts';

const ACME = { name: 'Acme', registeredIn: [] };
const CAFE = { name: 'Cafe', registeredIn: ['GB'] };
const [FIRST, SECOND] = ['+999000000001', '+999000000002'];
const BOTH = { numbers: [FIRST, SECOND], names: [ACME, CAFE] };
const NAMES = { numbers: [], names: [ACME, CAFE] };

test.each([
  ['a number that was chosen', BOTH, [SECOND], SECOND],
  ['a name that was chosen', BOTH, ['Cafe'], 'Cafe'],
  ['the first of those wanted that is the account’s still', BOTH, ['+999000000009', null, 'Cafe'], 'Cafe'],
  ['whom the server knows, where nobody chose and there are numbers', BOTH, [null, undefined], undefined],
  ['whom the server knows, where who was chosen is the account’s no more', BOTH, ['Gone'], undefined],
  ['the first name, where there is no number and nobody chose', NAMES, [undefined], 'Acme'],
  ['the first name, where there is no number and who was chosen is the account’s no more', NAMES, [FIRST], 'Acme'],
  ['the name that was chosen, where there is no number', NAMES, ['Cafe'], 'Cafe'],
  ['nobody, where there is nobody', { numbers: [], names: [] }, [FIRST], undefined],
])('a message is from %s', (_whom, senders, wanted, sender) => {
  expect(senderOf(senders, ...wanted)).toBe(sender);
});

test('the numbers of an account stand before its names', () => {
  expect(allOf(BOTH)).toEqual([FIRST, SECOND, 'Acme', 'Cafe']);
});

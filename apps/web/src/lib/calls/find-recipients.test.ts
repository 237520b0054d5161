import type { ContactName } from '@farline/contracts/contacts/contacts';
import { expect, test } from 'vitest';
import { readNumber } from '../format/phone-number.ts';
import { findRecipients } from './find-recipients.ts';

const contact = (name: string, number: string, isFavourite = false, tags: string[] = []): ContactName => {
  return { name, number, contactId: '', isFavourite, tags };
};
const CONTACTS = [
  contact('Ada Lovelace', '+447700900123'),
  contact('José Núñez', '+34600123456', true, ['Proveedores']),
];
const find = (typed: string) =>
  findRecipients(typed, { contacts: CONTACTS, read: readNumber(typed, 'GB') }).map(
    ({ name, number }) => name ?? number,
  );

test.each([
  ['', ['José Núñez', 'Ada Lovelace']],
  ['nunez jose', ['José Núñez']],
  ['ada x', []],
  ['Lovelace.', ['Ada Lovelace']],
  ['.', []],
  ['’', []],
  ['proveedor', ['José Núñez']],
  ['jose proveedores', ['José Núñez']],
  ['ada proveedores', []],
  ['07700 900 123', ['Ada Lovelace']],
  ['900123', ['Ada Lovelace']],
  ['+44 7700 900124', ['+447700900124']],
])('%j finds %j', (typed, found) => {
  expect(find(typed)).toEqual(found);
});

test.each(['8 916 123-45-67', '8(916)1234567'])('typed as in Russia, %s finds its person once, by name', (typed) => {
  const contacts = [...CONTACTS, contact('Grandma', '+79161234567')];
  expect(findRecipients(typed, { contacts, read: readNumber(typed, 'RU') })).toEqual([
    { name: 'Grandma', number: '+79161234567' },
  ]);
});

test('who was called last comes first, and who has no name is found by the number alone', () => {
  const latest = ['+447700900999', '+447700900123'];
  const find = (typed: string) =>
    findRecipients(typed, { contacts: CONTACTS, read: readNumber(typed, 'GB'), latest }).map(
      ({ name, number }) => name ?? number,
    );

  expect(find('')).toEqual(['+447700900999', 'Ada Lovelace', 'José Núñez']);
  expect(find('+44770090')).toEqual(['+447700900999', 'Ada Lovelace']);
  expect(find('a')).toEqual(['Ada Lovelace']);
});

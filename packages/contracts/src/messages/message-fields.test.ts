import { expect, test } from 'vitest';
import { fieldsOf, fieldsOfName, fillFields } from './message-fields.ts';

test.each([
  ['Dear {first_name}, dear {first_name} {last_name}', ['first_name', 'last_name']],
  ['{}, {1st}, {First}, { first }, {a b}, {{x}}', ['x']],
  ['No fields', []],
  [`{${'a'.repeat(31)}}`, []],
])('%s has the fields %j', (text, fields) => {
  expect(fieldsOf(text)).toEqual(fields);
});

test('a value is filled in once, whatever it looks like', () => {
  const values = new Map([
    ['first_name', '{code} $& $1 {first_name}'],
    ['code', 'secret'],
  ]);
  expect(fillFields('Dear {first_name}!', values)).toBe('Dear {code} $& $1 {first_name}!');
});

test('a field without a value stays, and no name of the language is a value', () => {
  expect(fillFields('{constructor} {to_string} {x}', new Map([['x', '']]))).toBe('{constructor} {to_string} ');
});

test.each([
  ['Ada King Lovelace', { name: 'Ada King Lovelace', first_name: 'Ada', last_name: 'Lovelace' }],
  ['  Ada ', { name: 'Ada', first_name: 'Ada' }],
  ['', {}],
])('the name %s fills in %j', (name, values) => {
  expect(Object.fromEntries(fieldsOfName(name))).toEqual(values);
});

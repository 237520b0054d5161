import type { ContactName } from '@farline/contracts/contacts/contacts';
import { expect, test } from 'vitest';
import { numbersOfPerson } from './numbers-of-person.ts';

const [ADA, GRACE] = ['01a22490-1068-72f1-a9bb-92aafdcf0f43', '01a22490-1068-72f1-a9bb-92aafdcf0f44'];
const name = (number: string, contactId: string): ContactName => ({
  number,
  contactId,
  name: 'Somebody',
  isFavourite: false,
  tags: [],
});
const names = [name('+441', ADA), name('+442', GRACE), name('+443', ADA)];

test('a person is all numbers of their contact, in one order whichever is asked for', () => {
  expect(numbersOfPerson('+443', names)).toEqual(['+441', '+443']);
  expect(numbersOfPerson('+441', names)).toEqual(['+441', '+443']);
});

test('a number that no contact has is a person of its own, and so is a sender who has a name alone', () => {
  expect(numbersOfPerson('+449', names)).toEqual(['+449']);
  expect(numbersOfPerson('Acme', names)).toEqual(['Acme']);
});

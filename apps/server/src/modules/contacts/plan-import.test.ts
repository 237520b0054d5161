import { CONTACT_LIMITS } from '@farline/contracts';
import { expect, test } from 'vitest';
import type { Contact } from './contact.ts';
import { type FoundContact, planImport } from './plan-import.ts';

const numbersOf = (numbers: string[]) => numbers.map((number) => ({ number, label: 'mobile' }));
const known = (name: string, ...numbers: string[]): Contact => ({
  id: name,
  accountId: 'a',
  name,
  numbers: numbersOf(numbers),
  note: '',
  tags: [],
  isFavourite: false,
  createdAt: new Date(0),
  changedAt: new Date(0),
});
const found = (line: number, name: string, ...numbers: string[]): FoundContact => ({
  line,
  name,
  numbers: numbersOf(numbers),
  note: '',
  tags: [],
  isFavourite: false,
});

test('who is not known is added, and the same file again changes nothing', () => {
  const file = [found(1, 'Ada', '+447700900111'), found(2, 'Grace', '+12125550100')];

  expect(planImport([], file)).toMatchObject({ added: [{ name: 'Ada' }, { name: 'Grace' }], unchanged: 0 });
  expect(planImport([known('Ada', '+447700900111'), known('Grace', '+12125550100')], file)).toEqual({
    added: [],
    completed: [],
    unchanged: 2,
    problems: [],
  });
});

test('the same name with a shared number is the same person, and gets what numbers are lacking', () => {
  const plan = planImport([known('José', '+447700900111')], [found(1, 'jose', '+447700900111', '+447700900222')]);

  expect(plan.added).toEqual([]);
  expect(plan.completed).toMatchObject([
    { id: 'José', name: 'José', numbers: [{ number: '+447700900111' }, { number: '+447700900222' }] },
  ]);
});

test('the same name without a shared number is somebody else', () => {
  expect(planImport([known('Ada', '+447700900111')], [found(1, 'Ada', '+447700900222')]).added).toHaveLength(1);
});

test('a person who stands in a file twice is one contact', () => {
  const plan = planImport([], [found(1, 'Ada', '+447700900111'), found(2, 'Ada', '+447700900111', '+447700900222')]);

  expect(plan.added).toMatchObject([
    { name: 'Ada', numbers: [{ number: '+447700900111' }, { number: '+447700900222' }] },
  ]);
  expect(plan.completed).toEqual([]);
});

test('what there is no room for is told, line by line', () => {
  const full = Array.from({ length: CONTACT_LIMITS.contacts }, (_, index) =>
    known(`n${index}`, `+4477009${10_000 + index}`),
  );

  const plan = planImport(full, [found(3, 'n1', '+447700910001'), found(9, 'New', '+447700900222')]);

  expect(plan).toMatchObject({ added: [], unchanged: 1, problems: [{ line: 9 }] });
});

test('numbers beyond ten are left out and told', () => {
  const many = Array.from({ length: 10 }, (_, index) => `+44770090010${index}`);

  const plan = planImport([known('Ada', ...many)], [found(4, 'Ada', many[0] ?? '', '+447700900222')]);

  expect(plan).toMatchObject({ completed: [], unchanged: 1, problems: [{ line: 4 }] });
});

test('of two of one name who share a number with a third, the first gets what is lacking', () => {
  const two = [known('Ada', '+447700900111'), { ...known('Ada', '+447700900222'), id: 'second' }];

  const plan = planImport(two, [
    found(1, 'Ada', '+447700900222', '+447700900111'),
    found(2, 'Ada', '+447700900222', '+447700900333'),
  ]);

  expect(plan.completed).toMatchObject([
    { id: 'Ada', numbers: [{ number: '+447700900111' }, { number: '+447700900222' }, { number: '+447700900333' }] },
  ]);
});

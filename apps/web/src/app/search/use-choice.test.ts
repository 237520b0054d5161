import { expect, test } from 'vitest';
import type { Entry } from './find-entries.ts';
import { meantEntry } from './use-choice.ts';

const person = (name: string): Entry => ({ is: 'person', id: `person-${name}`, person: { name, number: '+44' } });
const [ada, darko, grace] = [person('Ada'), person('Darko'), person('Grace')];
const meant = (entries: readonly Entry[], typed: string, chosen: { typed: string; id: string } | null) =>
  meantEntry(entries, typed, chosen)?.id;

test('the first is meant once something is typed, and nobody of an empty field', () => {
  expect(meant([ada, darko], 'a', null)).toBe(ada.id);
  expect(meant([ada, darko], '', null)).toBeUndefined();
  expect(meant([ada, darko], '  ', null)).toBeUndefined();
  expect(meant([], 'a', null)).toBeUndefined();
});

test('who is chosen is meant wherever they stand, also when others have come before them', () => {
  const chosen = { typed: 'a', id: darko.id };
  expect(meant([ada, darko], 'a', chosen)).toBe(darko.id);
  expect(meant([darko, ada], 'a', chosen)).toBe(darko.id);
  expect(meant([grace, ada, darko], 'a', chosen)).toBe(darko.id);
  expect(meant([grace, ada, darko], '', { ...chosen, typed: '' })).toBe(darko.id);
});

test('where who was chosen is gone, or another text is typed, the first is meant again', () => {
  const chosen = { typed: 'a', id: darko.id };
  expect(meant([grace, ada], 'a', chosen)).toBe(grace.id);
  expect(meant([ada, darko], 'ad', chosen)).toBe(ada.id);
  expect(meant([grace, ada], '', { ...chosen, typed: '' })).toBeUndefined();
});

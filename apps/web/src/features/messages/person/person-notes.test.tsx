import '../../../lib/testing/browser-stand-ins.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { contactNamesQuery, queryClient } from '../../../lib/session/queries.ts';
import { blockedOf } from './blocked-of.ts';
import { PersonNotes } from './person-notes.tsx';

const [MOBILE, WORK] = ['+447700900007', '+447700910007'];
const thread = (peer: string, isBlocked: boolean) => ({
  peer,
  isBlocked,
  unanswered: { keyword: 'stop' as const, reason: 'out_of_credit' },
});
const notes = (...threads: ReturnType<typeof thread>[]) => {
  const numbers = threads.map(({ peer }) => peer);
  return renderToStaticMarkup(<PersonNotes threads={threads} blocked={blockedOf(numbers, threads)} />);
};

test('a word that could not be answered is told with its number where a person has several, and else with the name', () => {
  const common = { contactId: '01a22490-1068-72f1-a9bb-92aafdcf0f43', name: 'Ada', isFavourite: false, tags: [] };
  queryClient.setQueryData(contactNamesQuery.queryKey, [
    { ...common, number: MOBILE },
    { ...common, number: WORK },
  ]);
  const both = notes(thread(MOBILE, false), thread(WORK, false));
  expect(both).toContain('+44 7700 900007');
  expect(both).toContain('+44 7700 910007');
  expect(notes(thread(MOBILE, false))).toContain('Ada');
});

test('a person is called blocked where all numbers are, and else the blocked ones are named', () => {
  expect(notes(thread(MOBILE, true), thread(WORK, true))).toContain('You’ve blocked this person.');
  expect(notes(thread(MOBILE, true), thread(WORK, false))).toContain('You’ve blocked +44 7700 900007.');
  expect(notes(thread(MOBILE, false), thread(WORK, false))).not.toContain('blocked');
});

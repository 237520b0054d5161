import { expect, test } from 'vitest';
import { readNumber } from '../../lib/format/phone-number.ts';
import { type Command, findEntries } from './find-entries.ts';

const command = (word: string): Command => ({ id: word, word, act: () => undefined });
const COMMANDS: Command[] = [
  { ...command('Add Funds'), withAmount: (amount) => ({ word: `Add ${amount}`, act: () => undefined }) },
  command('Dashboard'),
  command('Theme: Dark'),
  command('Settings: Sound'),
];
const KNOWN = {
  contacts: [
    { name: 'Ada Lovelace', number: '+447700900123', contactId: '', isFavourite: false, tags: [] },
    { name: 'Darko', number: '+38160123456', contactId: '', isFavourite: false, tags: [] },
  ],
  latest: ['+447700900999'],
  countries: [
    { code: 'NG', name: 'Nigeria', callingCode: '234' },
    { code: 'NE', name: 'Niger', callingCode: '227' },
    { code: 'US', name: 'United States', callingCode: '1' },
  ],
  commands: COMMANDS,
};
const find = (typed: string) =>
  findEntries(typed, { ...KNOWN, read: readNumber(typed, 'GB') }).map((entry) => {
    if (entry.is === 'person') return entry.person.name ?? entry.person.number;
    return entry.is === 'command' ? entry.command.word : entry.country.name;
  });

test.each([
  // Who was called last, then what is done.
  ['', ['+447700900999', 'Ada Lovelace', 'Darko', 'Add Funds', 'Dashboard', 'Theme: Dark', 'Settings: Sound']],
  ['ada', ['Ada Lovelace']],
  ['dark', ['Darko', 'Theme: Dark']],
  ['da', ['Ada Lovelace', 'Darko', 'Dashboard', 'Theme: Dark']],
  ['sound', ['Settings: Sound']],
  ['sett so', ['Settings: Sound']],
  ['nigeria', ['Nigeria']],
  ['niger', ['Niger', 'Nigeria']],
  ['usa', ['United States']],
  ['+234', ['Nigeria']],
  // What is typed so far is a number as well, but hardly the one that is meant.
  ['+4477009', ['+447700900999', 'Ada Lovelace']],
  ['+447700900', ['+447700900999', 'Ada Lovelace', '+447700900']],
  ['07700 900124', ['+447700900124']],
  ['add $25', ['Add 25']],
  ['add 12,50 €', ['Add 12.50']],
  ['25', []],
  ['nothing like it', []],
])('%j finds %j', (typed, found) => {
  expect(find(typed)).toEqual(found);
});

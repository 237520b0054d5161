import { expect, test, vi } from 'vitest';
import { readNumber } from '../../lib/format/phone-number.ts';
import { type Command, fieldEntries, findEntries } from './find-entries.ts';

const command = (word: string): Command => ({ id: word, word, act: () => undefined });
const COMMANDS: Command[] = [
  { ...command('Add Funds'), withAmount: (amount) => ({ word: `Add ${amount}`, act: () => undefined }) },
  command('Dashboard'),
  command('Theme: Dark'),
  command('Settings: Sound'),
];
/** In no other test. */
const MALTA = { code: 'MT', name: 'Malta', callingCode: '356' };
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
  arePeopleUnderWay: false,
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

test('while people may still come, typed text means no command, and with nothing typed all of them are there', () => {
  const under = (typed: string) =>
    findEntries(typed, { ...KNOWN, contacts: [], arePeopleUnderWay: true, read: readNumber(typed, 'GB') }).map(
      ({ is }) => is,
    );
  expect(under('da')).toEqual([]);
  expect(under('nigeria')).toEqual(['country']);
  expect(under('')).toEqual(['person', ...Array.from(COMMANDS, () => 'command')]);
});

test('among ten thousand contacts everybody is found: by name, by tag, and by any part of a number', () => {
  const contacts = Array.from({ length: 10_000 }, (_, index) => ({
    name: `Person ${index}`,
    number: `+4479${String(index).padStart(8, '0')}`,
    contactId: '',
    isFavourite: index === 9_000,
    tags: index % 5_000 === 77 ? ['choir'] : [],
  }));
  const latest = [contacts[4_242]?.number ?? ''];
  const findIn = (typed: string) =>
    findEntries(typed, { ...KNOWN, contacts, latest, read: readNumber(typed, 'GB') }).flatMap((entry) =>
      entry.is === 'person' ? [entry.person.name] : [],
    );
  expect(findIn('person 9999')).toEqual(['Person 9999']);
  expect(findIn('choir')).toEqual(['Person 77', 'Person 5077']);
  // What is typed may be a number as well: that stands last.
  expect(findIn('0000 1234')).toEqual(['Person 1234', null]);
  expect(findIn('+447900000042')).toEqual(['Person 42']);
  // Whom all words fit: who was called last, then the favourite, then the rest in their order; a handful of them.
  expect(findIn('person')).toEqual(['Person 4242', 'Person 9000', 'Person 0', 'Person 1', 'Person 2', 'Person 3']);
  expect(findIn('nobody')).toEqual([]);
});

test('ten keys make each of ten thousand names plain once, and each country’s, and the next search none of them', () => {
  const contacts = Array.from({ length: 10_000 }, (_, index) => ({
    name: `Zoë ${index}`,
    number: `+4479${String(index).padStart(8, '0')}`,
    contactId: '',
    isFavourite: false,
    tags: [],
  }));
  const type = (typed: string): void => {
    for (let length = 1; length <= typed.length; length += 1) {
      const text = typed.slice(0, length);
      findEntries(text, { ...KNOWN, contacts, countries: [MALTA], read: readNumber(text, 'GB') });
    }
  };
  const normalized = vi.spyOn(String.prototype, 'normalize');
  const timesOf = (name: RegExp): number => normalized.mock.contexts.filter((text) => name.test(String(text))).length;
  type('zoe mmmmmm');
  expect([timesOf(/^Zoë \d+/), timesOf(/^MT$/)]).toEqual([10_000, 1]);
  type('zoe 123456');
  expect([timesOf(/^Zoë \d+/), timesOf(/^MT$/)]).toEqual([10_000, 1]);
  normalized.mockRestore();
});

test('the phone’s field shows fewer, and of the beginning of a number its people alone', () => {
  const inField = (typed: string) =>
    fieldEntries(findEntries(typed, { ...KNOWN, read: readNumber(typed, 'GB') }), typed).map(({ id }) => id);
  expect(inField('da')).toEqual([
    'person-+447700900123',
    'person-+38160123456',
    'command-Dashboard',
    'command-Theme: Dark',
  ]);
  expect(inField('+234')).toEqual([]);
  expect(inField('nigeria')).toEqual(['country-NG']);
});

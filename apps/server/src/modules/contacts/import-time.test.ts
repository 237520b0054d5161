import { CONTACT_LIMITS } from '@farline/contracts';
import { expect, test } from 'vitest';
import { shortestMs } from '../../testing/shortest-ms.ts';
import type { DraftContact, ReadFile } from './draft-contact.ts';
import { isVcardFile } from './import-contacts.ts';
import { planImport } from './plan-import.ts';
import { readContactsCsv } from './read-contacts-csv.ts';
import { readVcards } from './read-vcards.ts';

// Anybody who is signed in sends such files, and one process reads them while calls are decided on: none may take much
// longer than an honest one of its size. What took the square of its size took hundreds of times as long.

const SIZE = 1_000_000;
const GENEROUSLY = 40;

const filledWith = (text: string, size = SIZE) => text.repeat(Math.floor(size / text.length));
const lines = (line: (index: number) => string) => Array.from({ length: 10_000 }, (_, index) => line(index)).join('');
const ORDINARY_VCARDS = lines(
  (index) =>
    `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Person ${index}\r\nTEL:+4477${10_000_000 + index}\r\nNOTE:Fair\r\nEND:VCARD\r\n`,
);
const ORDINARY_CSV = `name,phone,notes\n${lines((index) => `Person with a long name ${index},+4477${10_000_000 + index},${filledWith('Met at the fair. ', 60)}\n`)}`;

const read = (text: string): ReadFile => (isVcardFile(text) ? readVcards(text) : readContactsCsv(text));
const numbersOf = (draft: DraftContact | undefined) => draft?.numbers.map(({ typed }) => typed);

/** One card with this in it. */
const card = (inside: string) => `BEGIN:VCARD\nFN:Ada\nTEL:+447700900123\n${inside}\nEND:VCARD\n`;
const TWO_ACCENTS = '\u0301\u0316';

test.each([
  ['line ends', `${filledWith('\n')}name,phone\nAda,+447700900123\n`],
  ['a word of quoted-printable without a colon', card(`NOTE;${filledWith('ENCODING=QUOTED-PRINTABLE')}=`)],
  ['lines that go on by an equals sign', card(`NOTE;ENCODING=QUOTED-PRINTABLE:a=\n${filledWith('a=\n')}`)],
  ['lines that go on by a blank', card(`NOTE:a\n${filledWith(' a\n')}`)],
  ['semicolons after a number', card(`TEL;ENCODING=QUOTED-PRINTABLE:1${filledWith(';')}=0A`)],
  ['numbers in one card', card(filledWith('TEL:+447700900123\n'))],
  ['numbers with a group in one card', card(filledWith('item1.TEL:+447700900123\n'))],
  ['parameters', card(`TEL${filledWith(';')}:+447700900124`)],
  ['parts of a name', card(`N:${filledWith(';')}`)],
  ['headings with numbers', `name,phone,${filledWith('phone,')}\nAda,+447700900123`],
  [
    'headings with labels',
    `name,phone,${filledWith('phone,', SIZE / 2)}${filledWith('label,', SIZE / 2)}\nAda,+447700900123`,
  ],
  [
    'headings over lines',
    `name,phone,${filledWith('phone,', SIZE / 2)}\nAda,+447700900123\n${filledWith('a\n', SIZE / 2)}`,
  ],
  ['blanks in a cell', `name,phone\nAda,+447700900123:::1${filledWith(' ')}2`],
  ['numbers in a cell', `name,phone\nAda,+447700900123${filledWith(':::1')}`],
  [
    'numbers beside a long label',
    `name,phone - value,phone - label\nAda,+447700900123${filledWith(':::1', SIZE / 2)},${filledWith('x', SIZE / 2)}`,
  ],
  ['accents on one letter', `name,phone,favourite\nAda,+447700900123,${filledWith(TWO_ACCENTS)}`],
])('a file full of %s is read as fast as any, and so is what else is in it', (_what, text) => {
  const ordinary = isVcardFile(text) ? ORDINARY_VCARDS : ORDINARY_CSV;
  const allowedMs = GENEROUSLY * shortestMs(() => read(ordinary));

  expect(shortestMs(() => read(text))).toBeLessThan(allowedMs);
  const [draft] = read(text).drafts;
  expect(draft?.name).toBe('Ada');
  expect(numbersOf(draft)?.[0]).toBe('+447700900123');
});

test('of ten thousand numbers under one name the plan is made as fast as under as many names', () => {
  const found = (name: (index: number) => string) =>
    Array.from({ length: 2 * CONTACT_LIMITS.contacts }, (_, index) => ({
      line: index,
      name: name(index),
      numbers: Array.from({ length: 10 }, (_each, place) => ({
        number: `+44${7_000_000_000 + 10 * index + place}`,
        label: 'mobile',
      })),
      note: '',
      tags: [],
      isFavourite: false,
    }));
  const [ofOne, ofMany] = [found(() => 'Ada'), found((index) => `Person ${index}`)];
  const allowedMs = GENEROUSLY * shortestMs(() => planImport([], ofMany));

  expect(shortestMs(() => planImport([], ofOne), 1)).toBeLessThan(allowedMs);
  expect(planImport([], ofOne).added).toHaveLength(CONTACT_LIMITS.contacts);
});

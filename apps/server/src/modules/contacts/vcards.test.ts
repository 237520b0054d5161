import { CONTACT_LIMITS } from '@farline/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Contact } from './contact.ts';
import { readVcards } from './read-vcards.ts';
import { writeVcards } from './write-vcards.ts';

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');
const first = (text: string) => readVcards(text).drafts[0];
const numbersOf = (text: string) => first(text)?.numbers.map(({ typed, label }) => [typed, label]);

test('a card of version 4 gives name, numbers, note', () => {
  const text = card(
    'VERSION:4.0',
    'FN:Ada Lovelace',
    'TEL;VALUE=uri;TYPE="cell,voice";PREF=1:tel:+44-7700-900123',
    'TEL;VALUE=uri;TYPE=work:tel:+44-20-7946-0018;isub=1',
    'NOTE:Likes engines\\, numbers\\nand letters',
    'PHOTO:data:image/jpeg;base64,AAAA',
  );

  expect(readVcards(text)).toEqual({
    drafts: [
      {
        line: 1,
        name: 'Ada Lovelace',
        numbers: [
          { line: 4, typed: '+44-7700-900123', label: 'mobile' },
          { line: 5, typed: '+44-20-7946-0018', label: 'work' },
        ],
        note: 'Likes engines, numbers\nand letters',
        tags: [],
        isFavourite: false,
      },
    ],
    problems: [],
  });
});

test('what an iPhone writes: groups with names of their own, folded lines', () => {
  const text = card(
    'VERSION:3.0',
    'N:Hopper;Grace;Brewster;Dr.;;',
    'FN:Dr. Grace',
    '  Hopper',
    'item1.TEL;type=pref:+1 (212) 555-0100',
    'item1.X-ABLabel:_$!<Mobile>!$_',
    'item2.TEL:+1 212 555 0101',
    'item2.X-ABLabel:Summer house',
    'TEL;type=IPHONE;type=CELL;type=VOICE:+1 212 555 0102',
  );

  expect(first(text)?.name).toBe('Dr. Grace Hopper');
  expect(numbersOf(text)).toEqual([
    ['+1 (212) 555-0100', 'mobile'],
    ['+1 212 555 0101', 'Summer house'],
    ['+1 212 555 0102', 'mobile'],
  ]);
});

test('what an old telephone writes: version 2.1, bare types, quoted-printable over two lines', () => {
  const text = card(
    'VERSION:2.1',
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg=20=',
    'M=C3=BCller',
    'TEL;CELL;PREF:+4915112345678',
    'TEL;HOME:+493012345678',
  );

  expect(first(text)?.name).toBe('Jörg Müller');
  expect(numbersOf(text)).toEqual([
    ['+4915112345678', 'mobile'],
    ['+493012345678', 'home'],
  ]);
});

test.each([
  ['the parts of the name', ['N:Lovelace;Ada;King;Lady;'], 'Lady Ada King Lovelace'],
  ['a part with its own semicolon', ['N:Smith\\; Sons;;;;'], 'Smith; Sons'],
  ['a part that ends with a backslash', [String.raw`N:Doe\\;Jane;;;`], 'Jane Doe\\'],
  ['the organisation', ['ORG:Analytical Engines;Sales'], 'Analytical Engines Sales'],
  ['the number', [], '+447700900123'],
])('without a formatted name, %s will do', (_, lines, name) => {
  expect(first(card('VERSION:3.0', ...lines, 'TEL:+447700900123'))?.name).toBe(name);
});

test('a broken card costs no other card, and says its line', () => {
  const text = `${card('VERSION:3.0', 'FN:One', 'TEL:+447700900111')}BEGIN:VCARD\r\nFN:Lost\r\n${card(
    'VERSION:3.0',
    'FN:Two',
    'no property at all',
    'TEL:+447700900222',
  )}BEGIN:VCARD\r\nFN:Cut off`;
  const { drafts, problems } = readVcards(text);

  expect(drafts.map((draft) => draft.name)).toEqual(['One', 'Two']);
  expect(problems).toEqual([
    { line: 6, code: 'card_unfinished', value: null, message: 'This card has no end.' },
    { line: 11, code: 'not_a_property', value: null, message: 'This line isn’t a vCard property.' },
    { line: 14, code: 'card_unfinished', value: null, message: 'This card has no end.' },
  ]);
});

test('whatever is written is read again, and no line is longer than 75 bytes', () => {
  const words = fc
    .string({
      unit: fc.constantFrom('a', 'é', '李', '😀', ',', ';', '\\', '\n', ':', '"', ' ', 'N'),
      minLength: 1,
      maxLength: 100,
    })
    .map((text) => `x${text}x`);
  const tag = fc.constantFrom('old friends', 'été', 'a;b', 'back\\slash', '李');
  const label = fc.constantFrom('mobile', 'home', 'work', 'main', 'other', 'Summer; house');
  fc.assert(
    fc.property(words, words, fc.boolean(), label, tag, (name, note, isFavourite, said, ownTag) => {
      const contact: Contact = {
        id: '0195a3f4-7c1e-7000-8000-0123456789ab',
        accountId: 'a',
        name: name.replaceAll('\n', ' '),
        numbers: [{ number: '+447700900123', label: said }],
        note,
        tags: ['VIP', ownTag],
        isFavourite,
        createdAt: new Date(0),
        changedAt: new Date(0),
      };
      const text = writeVcards([contact]);

      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(readVcards(text)).toMatchObject({
        drafts: [
          {
            name: contact.name,
            note,
            isFavourite,
            tags: ['VIP', ownTag],
            numbers: [{ typed: '+447700900123', label: said }],
          },
        ],
        problems: [],
      });
    }),
  );
});

test('of a card with very many numbers the first are read, and the line of the first that is not is told', () => {
  const tels = Array.from({ length: 60 }, (_, index) => `TEL:+44770090${1000 + index}`);
  const { drafts, problems } = readVcards(card('FN:Ada', ...tels) + card('FN:Grace', 'TEL:+12125550100'));

  expect(drafts.map(({ name, numbers }) => [name, numbers.length])).toEqual([
    ['Ada', 50],
    ['Grace', 1],
  ]);
  expect(problems).toEqual([
    { line: 53, code: 'too_many_numbers_read', value: 50, message: expect.stringContaining('first 50 numbers') },
  ]);
});

test('of a file with very many cards the first are read, and the line of the first that is not is told', () => {
  const cards = 2 * CONTACT_LIMITS.contacts;
  const { drafts, problems } = readVcards(card('FN:Ada', 'TEL:+12125550100').repeat(cards + 2));

  expect(drafts).toHaveLength(cards);
  expect(problems).toEqual([
    {
      line: 4 * cards + 1,
      code: 'too_many_contacts_read',
      value: cards,
      message: expect.stringContaining(`at most ${cards} contacts`),
    },
  ]);
});

test('no U+0000 comes out of quoted-printable: the database could not keep it', () => {
  const text = card(
    'FN;ENCODING=QUOTED-PRINTABLE:A=00B',
    'NOTE;ENCODING=QUOTED-PRINTABLE:=00C=00D',
    'item1.TEL:+12125550100',
    'item1.X-ABLabel;ENCODING=QUOTED-PRINTABLE:Bo=00at',
  );

  expect(first(text)).toMatchObject({ name: 'AB', note: 'CD', numbers: [{ label: 'Boat' }] });
});

test('quoted-printable goes on over lines, folded ones and empty ones too, until none ends with an equals sign', () => {
  const text = card('NOTE;ENCODING=QUOTED-PRINTABLE:a=', 'b=', '=', '', 'FN:Ada', 'X:', ' =', 'TEL:+12125550100');

  expect(first(text)).toMatchObject({ name: 'Ada', note: 'ab', numbers: [{ typed: '+12125550100' }] });
});

test.each([
  [String.raw`CATEGORIES:a\\,b`, ['a\\', 'b']],
  [String.raw`CATEGORIES:a\,b,c`, ['a b', 'c']],
  [String.raw`CATEGORIES:a\\\,b,c`, ['a\\ b', 'c']],
  ['CATEGORIES:a,b,', ['a', 'b']],
  ['CATEGORIES:家族、友達,VIP', ['家族 友達', 'VIP']],
  ['CATEGORIES:a,b\\', ['a', 'b\\']],
])('of %s a comma parts tags unless it is escaped itself', (line, expected) => {
  expect(first(card('FN:Ada', line))?.tags).toEqual(expected);
});

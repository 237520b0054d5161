import { CONTACT_LIMITS } from '@farline/contracts';
import { expect, test } from 'vitest';
import type { Contact } from './contact.ts';
import { readContactsCsv } from './read-contacts-csv.ts';
import { writeContactsCsv } from './write-contacts-csv.ts';

const short = (text: string) =>
  readContactsCsv(text).drafts.map(({ name, numbers }) => [
    name,
    ...numbers.map(({ typed, label }) => `${label} ${typed}`),
  ]);

test('what Google writes', () => {
  const text = [
    'First Name,Middle Name,Last Name,Notes,Labels,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
    'Ada,,Lovelace,Engines,* myContacts,ada@example.org,Mobile,+44 7700 900123,Work,+44 20 7946 0018 ::: +44 20 7946 0019',
  ].join('\n');

  expect(short(text)).toEqual([
    ['Ada Lovelace', 'mobile +44 7700 900123', 'work +44 20 7946 0018', 'work +44 20 7946 0019'],
  ]);
});

test('what Outlook writes', () => {
  const text = [
    'Title,First Name,Middle Name,Last Name,Suffix,Business Fax,Business Phone,Home Phone,Home Phone 2,Mobile Phone,Notes',
    'Dr,Grace,,Hopper,,,+12125550100,,+12125550103,+12125550101,"Rear, admiral"',
  ].join('\r\n');

  expect(short(text)).toEqual([['Dr Grace Hopper', 'work +12125550100', 'home +12125550103', 'mobile +12125550101']]);
  expect(readContactsCsv(text).drafts[0]?.note).toBe('Rear, admiral');
});

test('other languages and semicolons', () => {
  expect(short('Vorname;Nachname;Handy;Telefon\nJörg;Müller;0151 12345678;030 123456')).toEqual([
    ['Jörg Müller', 'mobile 0151 12345678', 'other 030 123456'],
  ]);
  expect(short('Nombre;Móvil\nJosé;612345678')).toEqual([['José', 'mobile 612345678']]);
});

test.each(['Mobiltelefon', 'Mobilnummer', 'Telemóvel', 'GSM', 'WhatsApp', '手机', 'جوال', 'Cellphone'])(
  'a number under %s is a mobile one',
  (heading) => {
    expect(short(`Name;${heading};Telefon\nJörg;0151 12345678;030 123456`)).toEqual([
      ['Jörg', 'mobile 0151 12345678', 'other 030 123456'],
    ]);
  },
);

test('the number of a customer, a house or a paper is no telephone', () => {
  expect(
    short('Name,Customer number,House number,ID number,Work number\nAda,20123456,12345,99887766,+12125550100'),
  ).toEqual([['Ada', 'work +12125550100']]);
  expect(short('Nombre;Número de cliente;Número de teléfono\nJosé;20123456;612345678')).toEqual([
    ['José', 'other 612345678'],
  ]);
  expect(short('Name,Number,Number 2,Mobile provider\nAda,+12125550100,+12125550101,Acme')).toEqual([
    ['Ada', 'other +12125550100', 'other +12125550101'],
  ]);
});

test('a column of numbers is read, whoever they are of', () => {
  expect(short('Name,Mobile,Landline number\nAda,+447700900123,+442079460018')).toEqual([
    ['Ada', 'mobile +447700900123', 'other +442079460018'],
  ]);
  expect(short("First name,Last name,Grandmother's number\nAda,Lovelace,+442079460018")).toEqual([
    ['Ada Lovelace', 'other +442079460018'],
  ]);
  expect(short('Nombre,Número fijo,Número personal\nJosé,912345678,612345678')).toEqual([
    ['José', 'other 912345678', 'other 612345678'],
  ]);
});

test('a column of numbers with + is one of telephones, whatever its heading says', () => {
  expect(
    short('Name,Phone (country code),Client number\nAda,+447700900123,20123456\nGrace,,+12125550100\nTim'),
  ).toEqual([['Ada', 'other +447700900123'], ['Grace'], ['Tim']]);
  expect(short('First name,Last name,Client number\nAda,Lovelace,+447700900123')).toEqual([
    ['Ada Lovelace', 'other +447700900123'],
  ]);
});

test('without headings, numbers are numbers and the first other cell is the name', () => {
  expect(short('Ada,+447700900123\n+12125550100,Grace\n"+447700900555",')).toEqual([
    ['Ada', 'other +447700900123'],
    ['Grace', 'other +12125550100'],
    ['+447700900555', 'other +447700900555'],
  ]);
});

test('a quote that never closes is told; what came before it is read', () => {
  const { drafts, problems } = readContactsCsv('name,phone\nAda,+447700900123\n"Grace,+12125550100\n');

  expect(drafts.map((draft) => draft.name)).toEqual(['Ada']);
  expect(problems).toEqual([
    { line: 3, code: 'quote_unfinished', value: null, message: 'A quotation mark on this line is never closed.' },
  ]);
});

test('what is written is read again, with every number, label, note, tag and star', () => {
  const contact = (name: string, numbers: Contact['numbers'], over: Partial<Contact> = {}): Contact => ({
    id: 'x',
    accountId: 'a',
    name,
    numbers,
    note: '',
    tags: [],
    isFavourite: false,
    createdAt: new Date(0),
    changedAt: new Date(0),
    ...over,
  });
  const written = writeContactsCsv([
    contact('=HYPERLINK("x")', [{ number: '+447700900123', label: 'Boat, summer' }], {
      note: 'two\nlines',
      tags: ['old friends', 'VIP'],
    }),
    contact(
      'Ada',
      [
        { number: '+447700900111', label: 'mobile' },
        { number: '+447700900222', label: 'work' },
      ],
      { isFavourite: true },
    ),
  ]);

  expect(written).toContain(`"'=HYPERLINK(""x"")"`);
  expect(readContactsCsv(written).drafts).toMatchObject([
    {
      name: '=HYPERLINK("x")',
      note: 'two\nlines',
      tags: ['old friends', 'VIP'],
      isFavourite: false,
      numbers: [{ typed: '+447700900123', label: 'Boat, summer' }],
    },
    {
      name: 'Ada',
      isFavourite: true,
      numbers: [
        { typed: '+447700900111', label: 'mobile' },
        { typed: '+447700900222', label: 'work' },
      ],
    },
  ]);
});

test.each([
  ['tags', '"VIP, old friends;vip"', ['VIP', 'old friends']],
  ['tags', 'مورد، باريس', ['مورد', 'باريس']],
  ['tags', '家族、友達，VIP', ['家族', '友達', 'VIP']],
  ['Labels', '* myContacts ::: Family ::: * starred', ['Family']],
  [
    'Categories',
    `${'a'.repeat(31)};${Array.from({ length: 11 }, (_, place) => `t${place}`).join(';')}`,
    't0 t1 t2 t3 t4 t5 t6 t7 t8 t9'.split(' '),
  ],
])(
  'the column %o gives tags, none twice or too long, and none that its program made for itself',
  (heading, cell, tags) => {
    expect(readContactsCsv(`Name,Phone,${heading}\nAda,+447700900123,${cell}\n`).drafts[0]?.tags).toEqual(tags);
  },
);

test('of very many numbers, columns and lines the first are read, and where the rest is left out is told', () => {
  const wide = Array.from({ length: 250 }, (_, index) => `phone ${index}`).join(',');
  const many = Array.from({ length: 60 }, (_, index) => `+44770090${1000 + index}`);
  const read = readContactsCsv(`name,${wide}\nAda,${many.join(' ::: ')}\nGrace,${',+12125550100'.repeat(2)}\n`);

  expect(read.drafts.map(({ name, numbers }) => [name, numbers.length])).toEqual([
    ['Ada', 50],
    ['Grace', 2],
  ]);
  expect(read.problems).toEqual([
    { line: 1, code: 'too_many_columns', value: 200, message: expect.stringContaining('the first 200 columns') },
    { line: 2, code: 'too_many_numbers_read', value: 50, message: expect.stringContaining('first 50 numbers') },
  ]);

  const lines = 2 * CONTACT_LIMITS.contacts;
  for (const [headings, at] of [
    ['name,phone\n', lines + 2],
    ['', lines + 1],
  ] as const) {
    const { drafts, problems } = readContactsCsv(headings + 'Ada,+12125550100\n'.repeat(lines + 3));
    expect(drafts).toHaveLength(lines);
    expect(problems).toEqual([
      {
        line: at,
        code: 'too_many_contacts_read',
        value: lines,
        message: expect.stringContaining(`at most ${lines} contacts`),
      },
    ]);
  }
});

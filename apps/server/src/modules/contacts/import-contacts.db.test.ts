import { CONTACT_LIMITS, contactsReply, importReport } from '@farline/contracts';
import { expect, test } from 'vitest';
import { type ApiCustomer, apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';
import { requireOpen } from '../accounts/index.ts';
import { importContacts } from './import-contacts.ts';

const app = await testApp({ FARLINE_ROLES: 'api' });
const aCustomer = async () => await apiCustomer(app);

function formWith(content: string | Uint8Array<ArrayBuffer>, field = 'file'): FormData {
  const form = new FormData();
  form.set(field, new Blob([content]), 'contacts');
  return form;
}

async function send(customer: ApiCustomer, content: string | Uint8Array<ArrayBuffer>, query = '') {
  const { status, body } = await customer.ask('POST', `/contacts/import${query}`, formWith(content));
  expect(status, JSON.stringify(body)).toBe(200);
  return importReport.parse(body);
}

async function all(customer: ApiCustomer) {
  const { items } = contactsReply.parse((await customer.ask('GET', '/contacts?limit=200')).body);
  return items.map(({ name, numbers, note, isFavourite }) => ({ name, numbers, note, isFavourite }));
}

const VCARDS = [
  'BEGIN:VCARD',
  'VERSION:4.0',
  'FN:Ada Lovelace',
  'TEL;VALUE=uri;TYPE=cell:tel:+44-7700-900123',
  'TEL;TYPE=work:020 7946 0018',
  'NOTE:Engines',
  'END:VCARD',
  'BEGIN:VCARD',
  'VERSION:3.0',
  'FN:No Number',
  'EMAIL:x@example.org',
  'END:VCARD',
  'BEGIN:VCARD',
  'VERSION:3.0',
  'FN:Grace Hopper',
  'TEL;TYPE=CELL:+1 212 555 0100',
  'TEL:call me',
  'END:VCARD',
  '',
].join('\r\n');

test('vCards come in; each line that cannot be read is told and costs nothing else; again, nothing changes', async () => {
  const customer = await aCustomer();

  expect(await send(customer, VCARDS, '?defaultCountry=GB')).toEqual({
    format: 'vcard',
    found: 3,
    added: 2,
    completed: 0,
    unchanged: 0,
    problems: [
      { line: 8, code: 'no_number', value: 'No Number', message: '“No Number” has no number.' },
      {
        line: 17,
        code: 'number_not_callable',
        value: 'call me',
        message: '“call me” isn’t a number that can be called.',
      },
    ],
    skipped: 2,
  });
  expect(await all(customer)).toEqual([
    {
      name: 'Ada Lovelace',
      numbers: [
        { number: '+447700900123', label: 'mobile' },
        { number: '+442079460018', label: 'work' },
      ],
      note: 'Engines',
      isFavourite: false,
    },
    { name: 'Grace Hopper', numbers: [{ number: '+12125550100', label: 'mobile' }], note: '', isFavourite: false },
  ]);
  expect(await send(customer, VCARDS, '?defaultCountry=GB')).toMatchObject({ added: 0, completed: 0, unchanged: 2 });
});

test('a CSV file comes in, and completes who is known', async () => {
  const customer = await aCustomer();
  await send(customer, 'name,phone\nAda,+447700900123\n');

  const report = await send(customer, 'name;mobile;work phone\nÀda;+447700900123;+442079460018\nBob;+447700900456;\n');

  expect(report).toMatchObject({ format: 'csv', found: 2, added: 1, completed: 1, unchanged: 0, skipped: 0 });
  expect((await all(customer)).map(({ name, numbers }) => [name, numbers.length])).toEqual([
    ['Ada', 2],
    ['Bob', 1],
  ]);
});

test('what goes out as vCard or CSV comes in at another account as it was', async () => {
  const ada = await aCustomer();
  await ada.ask('POST', '/contacts', {
    name: '=José; "Pepe", Núñez',
    numbers: [{ number: '+34612345678', label: 'Boat, summer' }, { number: '+447700900123' }],
    note: 'two\nlines, and; more',
    isFavourite: true,
  });
  await ada.ask('POST', '/contacts', { name: '李小龍', numbers: [{ number: '+999000000001', label: 'work' }] });

  for (const [path, type] of [
    ['/contacts/export.vcf', 'text/vcard; charset=utf-8'],
    ['/contacts/export.csv', 'text/csv; charset=utf-8'],
  ] as const) {
    const file = await ada.fetch(path);
    expect(file.headers.get('content-type')).toBe(type);
    const bob = await aCustomer();
    expect(await send(bob, new Uint8Array(await file.arrayBuffer()))).toMatchObject({ added: 2, skipped: 0 });
    expect(await all(bob)).toEqual(await all(ada));
  }
});

test('files of older programs are read: UTF-16, and Western European bytes', async () => {
  const customer = await aCustomer();
  const utf16 = Buffer.from('\uFEFFname\tphone\r\nÉmile\t+33612345678\r\n', 'utf16le');
  await send(customer, new Uint8Array(utf16));
  await send(customer, new Uint8Array(Buffer.from('name;phone\nJörg;+4915112345678\n', 'latin1')));

  expect((await all(customer)).map(({ name }) => name)).toEqual(['Émile', 'Jörg']);
});

test('a card with U+0000 in quoted-printable costs no other card, nor itself', async () => {
  const customer = await aCustomer();
  const cards = [
    'BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:A=00B\nNOTE;ENCODING=QUOTED-PRINTABLE:C=00\n',
    'item1.TEL:+12125550100\nitem1.X-ABLabel;ENCODING=QUOTED-PRINTABLE:Bo=00at\nEND:VCARD\n',
    'BEGIN:VCARD\nFN:Good\nTEL:+12125550101\nEND:VCARD\n',
  ];

  expect(await send(customer, cards.join(''))).toMatchObject({ added: 2, skipped: 0 });
  expect(await all(customer)).toMatchObject([
    { name: 'AB', note: 'C', numbers: [{ label: 'Boat' }] },
    { name: 'Good' },
  ]);
});

test('others have their turn after some hundred numbers, also when each contact has many', async () => {
  const { accountId } = await aCustomer();
  const cells = ',12345'.repeat(50);
  let atOnce = 0;
  let most = 0;
  const readNumber = () => {
    if (atOnce === 0) setImmediate(() => (atOnce = 0));
    atOnce += 1;
    most = Math.max(most, atOnce);
    return null;
  };

  const bytes = Buffer.from(`Ada${cells}\n`.repeat(100));
  const clock = { now: () => new Date() };
  await importContacts(
    { database: app.database, clock, readNumber, requireOpen },
    { accountId, bytes, defaultCountry: undefined },
  );

  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(200);
});

test('five thousand contacts come in with one file, and no more', async () => {
  const customer = await aCustomer();
  const lines = Array.from({ length: CONTACT_LIMITS.contacts + 3 }, (_, n) => `Person ${n},+4477${10_000_000 + n}`);

  const report = await send(customer, `name,phone\n${lines.join('\n')}\n`);

  expect(report).toMatchObject({ found: CONTACT_LIMITS.contacts + 3, added: CONTACT_LIMITS.contacts, skipped: 3 });
  expect(report.problems.map((problem) => problem.line)).toEqual([5002, 5003, 5004]);
});

test('what is no file with contacts is refused with a sentence for the field', async () => {
  const customer = await aCustomer();
  for (const [body, code, status] of [
    [formWith(''), 'file_not_understood', 400],
    [formWith(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])), 'file_not_understood', 400],
    [formWith(VCARDS, 'attachment'), 'invalid_request', 400],
    [new FormData(), 'invalid_request', 400],
    [{ file: 'text' }, 'invalid_request', 400],
    [formWith('x'.repeat(CONTACT_LIMITS.importBytes + 1)), 'file_too_large', 413],
  ] as const) {
    const reply = await customer.ask('POST', '/contacts/import', body);
    expect(reply).toMatchObject({ status, body: { code, errors: { file: expect.any(String) } } });
  }
  expect(await all(customer)).toEqual([]);
});

import { CONTACT_LIMITS, type Contact, contactNamesReply, contactReply, contactsReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type ApiCustomer, apiCustomer } from '../../testing/api-customer.ts';
import { testApp } from '../../testing/test-app.ts';
import { numbersNamed } from './index.ts';

const app = await testApp({ FARLINE_ROLES: 'api' });
const aCustomer = async () => await apiCustomer(app);

async function add(customer: ApiCustomer, contact: object): Promise<Contact> {
  const { status, body } = await customer.ask('POST', '/contacts', contact);
  expect(status, JSON.stringify(body)).toBe(201);
  return contactReply.parse(body).contact;
}

async function list(customer: ApiCustomer, query = ''): Promise<{ names: string[]; nextCursor: string | null }> {
  const { status, body } = await customer.ask('GET', `/contacts?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const { items, nextCursor } = contactsReply.parse(body);
  return { names: items.map((contact) => contact.name), nextCursor };
}

async function names(customer: ApiCustomer) {
  return contactNamesReply.parse((await customer.ask('GET', '/contacts/names')).body).names;
}

test('a contact keeps its numbers as E.164 with their labels, in order', async () => {
  const customer = await aCustomer();
  const contact = await add(customer, {
    name: '  Ada   Lovelace ',
    numbers: [
      { number: '07700 900123', label: 'mobile' },
      { number: '+44 (0)20 7946 0018', label: 'work' },
      { number: '+999000000001', label: 'Sandbox' },
    ],
    note: 'Engines',
    defaultCountry: 'gb',
  });

  expect(contact).toMatchObject({
    numbers: [
      { number: '+447700900123', label: 'mobile' },
      { number: '+442079460018', label: 'work' },
      { number: '+999000000001', label: 'Sandbox' },
    ],
    note: 'Engines',
    isFavourite: false,
  });
  expect((await customer.ask('GET', `/contacts/${contact.id}`)).body).toEqual({ contact });
});

test('a change leaves what it does not name; numbers are replaced as a whole', async () => {
  const customer = await aCustomer();
  const contact = await add(customer, { name: 'Ada', numbers: [{ number: '+447700900123' }], note: 'Engines' });
  const change = async (body: object) => {
    const reply = await customer.ask('PATCH', `/contacts/${contact.id}`, body);
    return contactReply.parse(reply.body).contact;
  };

  expect(await change({ isFavourite: true })).toMatchObject({ name: 'Ada', note: 'Engines', isFavourite: true });
  expect(await change({ numbers: [{ number: '+447700900456', label: 'home' }] })).toMatchObject({
    name: 'Ada',
    isFavourite: true,
    numbers: [{ number: '+447700900456', label: 'home' }],
  });
  expect(await change({ note: '', name: 'Augusta' })).toMatchObject({ name: 'Augusta', note: '' });
  expect(await names(customer)).toMatchObject([{ number: '+447700900456', name: 'Augusta', isFavourite: true }]);
});

test('tags are kept once each, found as names are, told with names, and replaced as a whole', async () => {
  const customer = await aCustomer();
  const numbers = [{ number: '+447700900123' }];
  const contact = await add(customer, { name: 'Ada', numbers, tags: ['Liéferant', 'VIP', 'vip'] });
  await add(customer, { name: 'Grace', numbers: [{ number: '+447700900124' }], tags: ['family'] });

  expect(contact.tags).toEqual(['Liéferant', 'VIP']);
  for (const q of ['VIP', 'lieferant', 'ada vip']) expect((await list(customer, `q=${q}`)).names).toEqual(['Ada']);
  expect((await list(customer, 'q=ada family')).names).toEqual([]);
  expect(await names(customer)).toMatchObject([{ tags: ['Liéferant', 'VIP'] }, { tags: ['family'] }]);
  const asked = { accountId: customer.accountId, name: 'vip' };
  expect(await numbersNamed(app.database, asked)).toEqual(['+447700900123']);

  const change = async (body: object) =>
    contactReply.parse((await customer.ask('PATCH', `/contacts/${contact.id}`, body)).body).contact.tags;
  expect(await change({ name: 'Augusta' })).toEqual(['Liéferant', 'VIP']);
  expect(await change({ tags: ['family'] })).toEqual(['family']);
  expect(await change({ tags: [] })).toEqual([]);
  expect((await list(customer, 'q=vip')).names).toEqual([]);
});

test('a removed contact is gone, and its reply is enough to bring it back', async () => {
  const customer = await aCustomer();
  const contact = await add(customer, { name: 'Ada', numbers: [{ number: '+447700900123', label: 'work' }] });

  const removed = contactReply.parse((await customer.ask('DELETE', `/contacts/${contact.id}`)).body).contact;

  expect(removed).toEqual(contact);
  expect((await customer.ask('GET', `/contacts/${contact.id}`)).status).toBe(404);
  expect((await customer.ask('DELETE', `/contacts/${contact.id}`)).status).toBe(404);
  expect(await names(customer)).toEqual([]);
  expect(await add(customer, removed)).toMatchObject({ name: 'Ada', numbers: contact.numbers });
});

test.each([
  [{ numbers: [{ number: '+447700900123' }] }, 'name', 'Name is required'],
  [{ name: ' ', numbers: [{ number: '+447700900123' }] }, 'name', 'Name is required'],
  [{ name: 'x'.repeat(101), numbers: [{ number: '+447700900123' }] }, 'name', 'Name must be at most 100 characters'],
  [{ name: 'Ada' }, 'numbers', 'Add at least one number'],
  [{ name: 'Ada', numbers: [] }, 'numbers', 'Add at least one number'],
  [
    { name: 'Ada', numbers: Array(11).fill({ number: '+447700900123' }) },
    'numbers',
    'A contact has at most 10 numbers',
  ],
  [
    { name: 'Ada', numbers: [{ number: '+447700900123' }, { number: 'abc' }] },
    'numbers.1.number',
    'Enter the whole number, as you’d dial it or with its country code',
  ],
  [
    { name: 'Ada', numbers: [{ number: '999' }] },
    'numbers.0.number',
    'Enter the whole number, as you’d dial it or with its country code',
  ],
  [
    { name: 'Ada', numbers: [{ number: '+447700900123' }, { number: '+44 7700 900123' }] },
    'numbers.1.number',
    'This number is here twice',
  ],
])('%j is refused: %s, %s', async (body, field, sentence) => {
  const customer = await aCustomer();
  const reply = await customer.ask('POST', '/contacts', body);

  expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: { [field]: sentence } } });
  expect((await list(customer)).names).toEqual([]);
});

test('the list stands by name whatever the accents, and is scrolled through once', async () => {
  const customer = await aCustomer();
  for (const name of ['Zoë', 'Émile', 'eva', 'Ángel', 'adam', 'Ørsted', '李小龍']) {
    await add(customer, { name, numbers: [{ number: '+447700900123' }] });
  }

  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Awaited<ReturnType<typeof list>> = await list(customer, `limit=2${after}`);
    seen.push(...page.names);
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(['adam', 'Ángel', 'Émile', 'eva', 'Ørsted', 'Zoë', '李小龍']);
  expect((await customer.ask('GET', '/contacts?cursor=odd')).status).toBe(400);
});

test.each([
  ['nunez', ['José Núñez']],
  ['NÚÑ jo', ['José Núñez']],
  ['900123', ['Ada Lovelace']],
  ['07700', ['Ada Lovelace']],
  ['+34', ['José Núñez']],
  ['7', ['Ada Lovelace', 'Agent 47', 'José Núñez']],
  ['nobody', []],
  ['%', []],
])('searching for %s finds %j', async (q, found) => {
  const customer = await aCustomer();
  await add(customer, { name: 'José Núñez', numbers: [{ number: '+34 612 345 678' }] });
  await add(customer, { name: 'Ada Lovelace', numbers: [{ number: '+44 7700 900123' }] });
  await add(customer, { name: 'Agent 47', numbers: [{ number: '+1 212 555 0100' }] });

  expect((await list(customer, `q=${encodeURIComponent(q)}`)).names).toEqual(found);
});

test('what no text can hold is kept out, or mended, and never an error of ours', async () => {
  const customer = await aCustomer();
  const numbers = [{ number: '+447700900123', label: '\ud83d' }];
  const contact = await add(customer, { name: 'Half \ud83d', numbers, note: '\udc00' });
  expect((await list(customer)).names).toEqual(['Half \ufffd']);

  for (const path of ['/contacts?q=%00', '/calls?q=a%00', '/calls?countryCode=A%00', '/calls/history?q=%00']) {
    expect((await customer.ask('GET', path)).status, path).toBe(400);
  }
  const cursor = Buffer.from(JSON.stringify(['a\0', contact.id])).toString('base64url');
  expect((await customer.ask('GET', `/contacts?cursor=${cursor}`)).status).toBe(400);
});

test('a name of which much is folded out is scrolled past', async () => {
  const customer = await aCustomer();
  for (const name of ['\uFDFA'.repeat(100), `\uFDFA\uFDFA${'\uFDFA'.repeat(98)}`, '李'.repeat(100)]) {
    await add(customer, { name, numbers: [{ number: '+447700900123' }] });
  }
  const first = await list(customer, 'limit=1');
  const second = await list(customer, `limit=1&cursor=${first.nextCursor}`);
  const third = await list(customer, `limit=1&cursor=${second.nextCursor}`);
  expect(third.nextCursor).toBeNull();
});

test('favourites can be asked for alone', async () => {
  const customer = await aCustomer();
  await add(customer, { name: 'Ada', numbers: [{ number: '+447700900111' }], isFavourite: true });
  await add(customer, { name: 'Bob', numbers: [{ number: '+447700900222' }] });

  expect((await list(customer, 'favourite=true')).names).toEqual(['Ada']);
  expect((await list(customer, 'favourite=false')).names).toEqual(['Bob']);
});

test('of two contacts with one number the favourite gives the name, then the older one', async () => {
  const customer = await aCustomer();
  const number = '+447700900111';
  await add(customer, { name: 'Office', numbers: [{ number }] });
  const ada = await add(customer, { name: 'Ada', numbers: [{ number }] });
  expect(await names(customer)).toMatchObject([{ number, name: 'Office' }]);

  await customer.ask('PATCH', `/contacts/${ada.id}`, { isFavourite: true });
  expect(await names(customer)).toMatchObject([{ number, name: 'Ada', isFavourite: true }]);
});

test('names that have not changed are not sent again', async () => {
  const customer = await aCustomer();
  await add(customer, { name: 'Ada', numbers: [{ number: '+447700900111' }] });
  const first = await customer.fetch('/contacts/names');
  const tag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-cache');

  const again = await customer.fetch('/contacts/names', { headers: { 'if-none-match': tag } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');

  await add(customer, { name: 'Bob', numbers: [{ number: '+447700900222' }] });
  const changed = await customer.fetch('/contacts/names', { headers: { 'if-none-match': tag } });
  expect(changed.status).toBe(200);
  const { names: shown } = contactNamesReply.parse(await changed.json());
  expect(shown.map((each) => each.name)).toEqual(['Ada', 'Bob']);
});

test("contacts are their account's alone", async () => {
  const [ada, bob] = [await aCustomer(), await aCustomer()];
  const contact = await add(ada, { name: 'Secret', numbers: [{ number: '+447700900111' }] });

  for (const id of [contact.id, newId(), 'odd']) {
    expect((await bob.ask('GET', `/contacts/${id}`)).status).toBe(404);
    expect((await bob.ask('PATCH', `/contacts/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await bob.ask('DELETE', `/contacts/${id}`)).status).toBe(404);
  }
  expect((await list(bob)).names).toEqual([]);
  expect(await names(bob)).toEqual([]);
  expect(await (await bob.fetch('/contacts/export.vcf')).text()).toBe('');
  expect((await list(ada)).names).toEqual(['Secret']);
});

test('a full book takes no more, also when two add at once', async () => {
  const customer = await aCustomer();
  await add(customer, { name: 'First', numbers: [{ number: '+447700900111' }] });
  await sql`
    insert into contacts.contact (id, account_id, name, search_name, created_at, changed_at)
    select gen_random_uuid(), ${customer.accountId}, 'n' || n, 'n' || n, now(), now()
    from generate_series(1, ${CONTACT_LIMITS.contacts - 2}) as n`.execute(app.database);

  const answers = await Promise.all(
    ['A', 'B', 'C'].map((name) => customer.ask('POST', '/contacts', { name, numbers: [{ number: '+447700900222' }] })),
  );

  expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409]);
  expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'too_many_contacts' });
});

test("a change is told to the account's pages", async () => {
  const customer = await aCustomer();
  await add(customer, { name: 'Ada', numbers: [{ number: '+447700900111' }] });

  const { rows } = await sql`
    select type from platform.event where account_id = ${customer.accountId} and type = 'contacts.changed'`.execute(
    app.database,
  );
  expect(rows).toHaveLength(1);
});

test('a name finds the numbers of all who have it, each once', async () => {
  const customer = await aCustomer();
  const numbers = Array.from({ length: 1_500 }, (_, index) => `+4477${10_000_000 + index}`);
  const form = new FormData();
  const lines = [...numbers, ...numbers.slice(0, 5)].map((number, index) => `Ada ${index},${number}\n`);
  form.set('file', new Blob(['name,phone\n', ...lines]), 'contacts');
  expect(await customer.ask('POST', '/contacts/import', form)).toMatchObject({ status: 200, body: { added: 1_505 } });

  const found = await numbersNamed(app.database, { accountId: customer.accountId, name: 'ada' });
  expect(found.toSorted()).toEqual(numbers);
});

test('a number typed as at home finds its person, also where the trunk prefix is no zero', async () => {
  const customer = await aCustomer();
  await add(customer, { name: 'Grandma', numbers: [{ number: '+79161234567' }] });

  expect((await list(customer, 'q=8%20916%20123-45-67&defaultCountry=ru')).names).toEqual(['Grandma']);
  expect((await list(customer, 'q=8%20916%20123-45-68&defaultCountry=ru')).names).toEqual([]);
});

import type { BroadcastDetail } from '@farline/contracts';
import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { abandonKeys } from '../../testing/abandon-keys.ts';
import { apiCustomer } from '../../testing/api-customer.ts';
import { broadcastsWorld, fileOf } from '../../testing/money/broadcasts-world.ts';
import { testApp } from '../../testing/test-app.ts';
import { testDatabase } from '../../testing/test-database.ts';

// Each trick is played, and what it wanted does not happen: nobody is written to twice or against their will, and nobody else pays.
const app = await testApp();
const { database } = await testDatabase();

type Api = Awaited<ReturnType<typeof apiCustomer>>;

async function draftOf(customer: Api, written: object = {}): Promise<BroadcastDetail> {
  const body = { name: 'News', text: 'Dear {name}', ...written };
  const reply = await customer.ask('POST', '/messages/broadcasts', body);
  return (reply.body as { broadcast: BroadcastDetail }).broadcast;
}

async function upload(customer: Api, id: string, file: string) {
  const form = new FormData();
  form.append('file', new Blob([file]), 'people.csv');
  return await customer.ask('POST', `/messages/broadcasts/${id}/recipients`, form);
}

test('the broadcast of somebody else is not there, whatever is tried with its id', async () => {
  const [mine, theirs] = [await apiCustomer(app), await apiCustomer(app)];
  const { id } = await draftOf(theirs);
  await upload(theirs, id, fileOf(2));
  const path = `/messages/broadcasts/${id}`;
  const tricks = [
    ['GET', path],
    ['PATCH', path, { text: 'Mine' }],
    ['DELETE', path],
    ['GET', `${path}/recipients`],
    ['POST', `${path}/start`, { cost: { amount: '9', currency: 'USD' } }],
    ['POST', `${path}/pause`],
    ['POST', `${path}/cancel`],
    ['GET', `${path}/report.csv`],
  ] as const;
  for (const [method, at, body] of tricks) {
    expect(await mine.ask(method, at, body), `${method} ${at}`).toMatchObject({ status: 404 });
  }
  expect((await upload(mine, id, fileOf(1))).status).toBe(404);
  expect(await mine.ask('GET', '/messages/broadcasts')).toMatchObject({ body: { items: [] } });
  expect(await theirs.ask('GET', path)).toMatchObject({
    body: { broadcast: { status: 'draft', text: 'Dear {name}', recipients: 2 } },
  });
});

test.each([
  ['a sender of somebody else', { from: '+447700900999' }, 403],
  ['a name of two lines', { name: 'a\nb' }, 400],
  ['no text', { text: ' ' }, 400],
  ['an opt-out line without a word that opts out', { optOutLine: 'Have a nice day' }, 400],
  ['an opt-out line of two lines', { optOutLine: 'STOP\nme' }, 400],
])('%s: refused', async (_what, written, status) => {
  const customer = await apiCustomer(app);
  const body = { name: 'News', text: 'Hi', ...written };
  expect((await customer.ask('POST', '/messages/broadcasts', body)).status).toBe(status);
  expect(await customer.ask('GET', '/messages/broadcasts')).toMatchObject({ body: { items: [] } });
});

test('the same file twice makes nobody a recipient twice', async () => {
  const customer = await apiCustomer(app);
  const { id } = await draftOf(customer);
  for (const _ of [1, 2]) expect((await upload(customer, id, fileOf(3))).status).toBe(200);
  expect(await customer.ask('GET', `/messages/broadcasts/${id}`)).toMatchObject({
    body: { broadcast: { recipients: 3, counts: { waiting: 3 } } },
  });
});

test('national numbers are read in the country that is said, and what is no number is left out', async () => {
  const customer = await apiCustomer(app);
  const { id } = await draftOf(customer);
  const form = new FormData();
  form.append(
    'file',
    new Blob(['name,phone\nAda,07700 900101\nTwin,+44 7700 900101\nNobody,hello\nHelp,112\n']),
    'a.csv',
  );
  await customer.ask('POST', `/messages/broadcasts/${id}/recipients?defaultCountry=gb`, form);
  expect(await customer.ask('GET', `/messages/broadcasts/${id}/recipients`)).toMatchObject({
    body: {
      items: [
        { line: 2, number: '+447700900101', status: 'waiting', text: 'Dear Ada', segments: 1 },
        { line: 3, status: 'left_out', reason: 'duplicate' },
        { line: 4, number: 'hello', status: 'left_out', reason: 'number_not_understood' },
        { line: 5, number: '112', status: 'left_out', reason: 'number_emergency' },
      ],
    },
  });
});

test('a file that is no list of numbers changes nothing, and one that is too large is refused', async () => {
  const customer = await apiCustomer(app);
  const { id } = await draftOf(customer);
  await upload(customer, id, fileOf(3));
  expect((await upload(customer, id, 'hello')).status).toBe(422);
  expect((await upload(customer, id, `phone\n${'x'.repeat(2 * 1024 * 1024)}`)).status).toBe(413);
  expect(await customer.ask('GET', `/messages/broadcasts/${id}`)).toMatchObject({
    body: { broadcast: { recipients: 3 } },
  });
});

test('a report runs no formula in a spreadsheet, and a price of another day or currency starts nothing', async () => {
  const customer = await apiCustomer(app);
  const { id } = await draftOf(customer);
  await upload(customer, id, 'name,phone\n=cmd(),+447700900101\nAda,"=HYPERLINK(""x"")"\n');
  const report = await (await customer.fetch(`/messages/broadcasts/${id}/report.csv`)).text();
  expect(report).toContain("'=HYPERLINK");
  for (const cost of [
    { amount: '0.000001', currency: 'USD' },
    { amount: '100', currency: 'JPY' },
  ]) {
    expect(await customer.ask('POST', `/messages/broadcasts/${id}/start`, { cost })).toMatchObject({
      status: 409,
      body: { code: 'price_changed' },
    });
  }
});

test('a start that arrives a second time after a pause starts nothing, and one that is meant does', async () => {
  const customer = await apiCustomer(app, { dollars: 50 });
  const { id } = await draftOf(customer);
  await upload(customer, id, fileOf(200));
  const path = `/messages/broadcasts/${id}`;
  const start = async (key: string) =>
    await customer.ask('POST', `${path}/start`, { cost: { amount: '20', currency: 'USD' } }, key);
  const first = await start('first');
  expect(first).toMatchObject({ status: 200, body: { broadcast: { status: 'running' } } });
  await customer.ask('POST', `${path}/pause`);
  expect(await start('first')).toEqual(first);
  expect(await customer.ask('GET', path)).toMatchObject({ body: { broadcast: { status: 'paused' } } });
  expect(await start('resumed')).toMatchObject({ body: { broadcast: { status: 'running' } } });
});

test('a start whose answer was lost with its server starts nothing again after a pause', async () => {
  const customer = await apiCustomer(app, { dollars: 50 });
  const { id } = await draftOf(customer);
  await upload(customer, id, fileOf(200));
  const path = `/messages/broadcasts/${id}`;
  const start = async (key: string) =>
    await customer.ask('POST', `${path}/start`, { cost: { amount: '20', currency: 'USD' } }, key);
  expect(await start('first')).toMatchObject({ body: { broadcast: { status: 'running' } } });
  await customer.ask('POST', `${path}/pause`);
  await abandonKeys(app.database, customer.userId);

  expect(await start('first')).toMatchObject({ status: 200, body: { broadcast: { status: 'paused' } } });
  expect(await customer.ask('GET', path)).toMatchObject({ body: { broadcast: { status: 'paused' } } });
});

test('a start that was not done before its server was lost is done when it comes again', async () => {
  const customer = await apiCustomer(app, { dollars: 50 });
  const { id } = await draftOf(customer);
  const start = async () =>
    await customer.ask(
      'POST',
      `/messages/broadcasts/${id}/start`,
      { cost: { amount: '20', currency: 'USD' } },
      'first',
    );
  expect(await start()).toMatchObject({ body: { code: 'nobody_to_write_to' } });
  await upload(customer, id, fileOf(200));
  await abandonKeys(app.database, customer.userId);

  expect(await start()).toMatchObject({ status: 200, body: { broadcast: { status: 'running' } } });
});

test('a field that names another field, or a value of the language, brings nothing of it', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  const file = 'name,secret,phone\n{secret} $& {constructor},1234,+447700900101\n';
  const id = await world.draft(customer, { file, text: 'Dear {name}' });
  await world.start(customer, id);
  await world.turns(1);
  expect(world.carriers[0]?.submitted.map(({ text }) => text)).toEqual(['Dear {secret} $& {constructor}']);
});

test('a price that rises while it runs is charged to nobody: it pauses, and shows what the rest costs now', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('5.00');
  const id = await world.draft(customer, { file: fileOf(6) });
  await world.start(customer, id);
  await world.turns(1);
  world.price.perSegmentMicros = micros(500_000n);
  await world.turns(1);
  expect(await world.find(customer, id)).toMatchObject({ state: 'paused', stop: { reason: 'price_changed' } });
  expect((await world.wallet(customer.walletId)).balance).toBe(4_940_000n);
  expect((await world.totals(id)).costMicros).toBe(1_500_000n);
});

test('STOP that comes while it runs is heeded, and the others are written to', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('5.00');
  const id = await world.draft(customer, { file: fileOf(5) });
  await world.start(customer, id);
  await world.turns(1);
  await world.receive({ to: await world.numberOf(customer), from: '+447704900104', text: 'STOP' });
  await world.turns(3);
  const told = world.carriers[0]?.submitted.filter(({ text }) => text.startsWith('Dear')).map(({ to }) => to) ?? [];
  expect(told).toHaveLength(4);
  expect(told).not.toContain('+447704900104');
  expect((await world.recipients(id)).at(-1)).toMatchObject({ state: 'left_out', reason: 'recipient_opted_out' });
  expect((await world.find(customer, id)).state).toBe('completed');
});

test('codes to an expensive range of numbers pause it, as they stop single messages', async () => {
  const world = await broadcastsWorld(database);
  world.price.perSegmentMicros = micros(80_000n);
  const customer = await world.customer('5.00');
  const lines = Array.from({ length: 9 }, (_, at) => `+44770090010${at}`).join('\n');
  const id = await world.draft(customer, { file: `phone\n${lines}`, text: 'Your code is 123456' });
  await world.start(customer, id);
  await world.turns(4);
  expect(await world.find(customer, id)).toMatchObject({ state: 'paused', stop: { reason: 'codes_stopped' } });
  expect(world.carriers[0]?.submitted).toHaveLength(5);
});

test('links on trial go to nobody who was never written with', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('5.00');
  const id = await world.draft(customer, { file: fileOf(3), text: 'See https://example.com' });
  await world.start(customer, id);
  await world.turns(2);
  expect(world.carriers[0]?.submitted).toEqual([]);
  expect((await world.recipients(id)).map(({ reason }) => reason)).toEqual(Array(3).fill('link_not_allowed'));
  expect(await world.wallet(customer.walletId)).toEqual({ balance: 5_000_000n, held: 0n });
});

test('whoever had a broadcast was written with: a link to them is in no first message', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('1.00');
  const to = '+447700900101';
  await expect(world.write(customer, 'Look: example.xyz/a', { to })).rejects.toMatchObject({
    code: 'link_not_allowed',
  });
  const id = await world.draft(customer, { file: `name,phone\nAda,${to}\n`, text: 'Dear {name}' });
  await world.start(customer, id);
  await world.turns(2);
  expect((await world.find(customer, id)).state).toBe('completed');
  expect(await world.write(customer, 'Look: example.xyz/a', { to })).toMatchObject({ state: 'queued' });
});

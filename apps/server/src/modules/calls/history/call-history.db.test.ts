import { type Call, callListReply, callPeopleReply, historyReply, micros } from '@farline/contracts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readCsv } from '../../../platform/csv.ts';
import { newId } from '../../../platform/ids.ts';
import { type ApiCustomer, apiCustomer } from '../../../testing/api-customer.ts';
import { testApp } from '../../../testing/test-app.ts';
import { topUp } from '../../ledger/index.ts';
import { answered, callsWorld, ended, failed } from '../testing/calls-world.ts';

// Its jobs would end a call of March that was never placed.
const app = await testApp({ FARLINE_ROLES: 'api' });
const world = await callsWorld(app.database);
const [LONDON, PARIS, ECHO] = ['+447700900123', '+33612345678', '*43'];

let ada: ApiCustomer;
/** Placed in this order, a minute apart, from 23:57 in New York on the last of February. */
const ids: Record<'talked' | 'busy' | 'cancelled' | 'french' | 'echo' | 'unplaced', string> = {
  talked: '',
  busy: '',
  cancelled: '',
  french: '',
  echo: '',
  unplaced: '',
};

beforeAll(async () => {
  ada = await apiCustomer(app, { timeZone: 'America/New_York' });
  const amountMicros = micros(50_000_000n);
  const cause = { type: 'test', id: newId() };
  await topUp(app.database, { walletId: ada.walletId, amountMicros, from: 'payments', cause, at: world.clock.now() });
  // The world's clock stands at 12:00 UTC on 1 March.
  world.clock.passSeconds(17 * 3600 - 3 * 60);

  ids.talked = await talk(LONDON, 90);
  ids.busy = await fail(LONDON, 486, 'final');
  ids.cancelled = await fail('+447700900456', 487, 'cancelled');
  world.clock.passSeconds(60);
  ids.french = await talk(PARIS, 30);
  await sql`update calls.call set country_code = 'FR' where id = ${ids.french}`.execute(app.database);
  ids.echo = await talk(ECHO, 5);
  ids.unplaced = (await world.initiate(ada, LONDON)).id;
  await ada.ask('POST', '/contacts', {
    name: 'José Núñez',
    numbers: [{ number: '+44 7700 900456' }, { number: PARIS, label: 'work' }],
    tags: ['supplier', 'Paris'],
  });
  await ada.ask('PATCH', `/messages/threads/${encodeURIComponent(LONDON)}`, { note: '=1+1\nWants the blue one' });
  await ada.ask('POST', '/contacts', { name: '=cmd|calc', numbers: [{ number: LONDON }] });
});

async function talk(to: string, seconds: number): Promise<string> {
  const call = await world.place(ada, to);
  const answeredAt = world.clock.now();
  await world.report(answered(call, answeredAt));
  world.clock.passSeconds(seconds);
  await world.report(ended(call, { answeredAt, at: world.clock.now() }));
  world.clock.passSeconds(60);
  return call.id;
}

async function fail(to: string, status: number, cause: 'final' | 'cancelled'): Promise<string> {
  const call = await world.place(ada, to);
  world.clock.passSeconds(3);
  await world.report(failed(call, world.clock.now(), status, cause));
  world.clock.passSeconds(60);
  return call.id;
}

const nameOf = (call: Call) => Object.entries(ids).find(([, id]) => id === call.id)?.[0];

async function found(query: string): Promise<{ names: (string | undefined)[]; total: number }> {
  const { status, body } = await ada.ask('GET', `/calls/history?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const { calls, total } = historyReply.parse(body);
  return { names: calls.map(nameOf), total };
}

test.each([
  ['', ['unplaced', 'echo', 'french', 'cancelled', 'busy', 'talked']],
  ['sort=newest&limit=2&page=2', ['french', 'cancelled']],
  ['status=completed', ['echo', 'french', 'talked']],
  ['status=failed', ['busy']],
  ['status=cancelled', ['cancelled']],
  ['status=initiated', ['unplaced']],
  ['status=in-progress', []],
  ['reason=busy', ['busy']],
  ['countryCode=fr', ['french']],
  ['q=900456', ['cancelled']],
  ['q=07700%20900', ['unplaced', 'cancelled', 'busy', 'talked']],
  ['q=%2B33', ['french']],
  ['q=0044', ['unplaced', 'cancelled', 'busy', 'talked']],
  ['q=*43', ['echo']],
  ['q=nunez', ['french', 'cancelled']],
  ['q=nu%C3%B1ez%20jos', ['french', 'cancelled']],
  ['q=nobody', []],
  ['q=nunez&status=completed', ['french']],
])('the history with %s is %j', async (query, names) => {
  const { names: shown, total } = await found(query);

  expect(shown).toEqual(names);
  expect(total).toBe(query.includes('page') ? 6 : names.length);
});

test('a number typed as at home finds its calls and its person, also where the trunk prefix is no zero', async () => {
  const ivan = await apiCustomer(app);
  const amountMicros = micros(5_000_000n);
  const cause = { type: 'test', id: newId() };
  await topUp(app.database, { walletId: ivan.walletId, amountMicros, from: 'payments', cause, at: world.clock.now() });
  const { id } = await world.initiate(ivan, '+79161234567');
  const typed = 'q=8%20(916)%20123-45-67';
  for (const [path, reply] of [
    ['/calls', callListReply],
    ['/calls/people', callPeopleReply],
  ] as const) {
    const there = reply.parse((await ivan.ask('GET', `${path}?${typed}&defaultCountry=ru`)).body);
    expect(JSON.stringify(there), path).toContain(id);
    expect((await ivan.ask('GET', `${path}?${typed}&defaultCountry=gb`)).body, path).toMatchObject({ items: [] });
  }
});

test('days are those of the account: the last minutes of February in New York are March in UTC', async () => {
  const days = await app.database.connection().execute(async (connection) => {
    const { rows } = await sql<{ name: string; day: string }>`
      select id as name, to_char(initiated_at at time zone 'America/New_York', 'YYYY-MM-DD') as day
      from calls.call where account_id = ${ada.accountId} order by id desc`.execute(connection);
    return rows;
  });
  const [, first = ''] = [...new Set(days.map(({ day }) => day))].toSorted().toReversed();
  const onFirst = days.filter(({ day }) => day === first).length;

  expect((await found(`from=${first}&to=${first}`)).total).toBe(onFirst);
  expect((await found(`to=${first}`)).total).toBe(onFirst);
  expect((await found(`from=${first}`)).total).toBe(6);
  expect(onFirst).toBeGreaterThan(0);
  expect(onFirst).toBeLessThan(6);
});

test.each([
  ['from=2026-13-01', 'from'],
  ['from=2026-03-02&to=2026-03-01', 'to'],
  ['status=odd', 'status'],
  ['reason=odd', 'reason'],
  ['countryCode=GBR', 'countryCode'],
  ['q=1&defaultCountry=GBR', 'defaultCountry'],
])('%s is refused with a sentence for %s', async (query, field) => {
  for (const path of ['/calls/history', '/calls', '/calls/export.csv']) {
    const { status, body } = await ada.ask('GET', `${path}?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_request', errors: { [field]: expect.any(String) } });
  }
});

test('scrolling with the cursor shows every call once, and the end', async () => {
  const seen: (string | undefined)[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const reply: { body: unknown } = await ada.ask('GET', `/calls?limit=2${after}`);
    const page = callListReply.parse(reply.body);
    seen.push(...page.items.map(nameOf));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(['unplaced', 'echo', 'french', 'cancelled', 'busy', 'talked']);
});

async function people(query: string) {
  const { status, body } = await ada.ask('GET', `/calls/people?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const { items, nextCursor } = callPeopleReply.parse(body);
  return { items: items.map(({ peer, calls, last }) => [peer, calls, nameOf(last)]), nextCursor };
}

test('each person of the calls is listed once, by the latest call, and services are no people', async () => {
  const everybody = [
    [LONDON, 3, 'unplaced'],
    [PARIS, 1, 'french'],
    ['+447700900456', 1, 'cancelled'],
  ];
  expect(await people('')).toEqual({ items: everybody, nextCursor: null });

  const first = await people('limit=2');
  expect(first.items).toEqual(everybody.slice(0, 2));
  expect(await people(`limit=2&cursor=${first.nextCursor}`)).toEqual({ items: everybody.slice(2), nextCursor: null });
});

test('people of the calls are found by name or part of the number', async () => {
  expect((await people('q=jose')).items.map(([peer]) => peer)).toEqual([PARIS, '+447700900456']);
  expect((await people('q=900456')).items.map(([peer]) => peer)).toEqual(['+447700900456']);
  expect((await people('q=nobody')).items).toEqual([]);
});

test('a cursor that is none is refused', async () => {
  for (const path of ['/calls', '/calls/people']) {
    expect((await ada.ask('GET', `${path}?cursor=odd`)).status).toBe(400);
  }
});

test('nobody sees the calls of somebody else', async () => {
  const bob = await apiCustomer(app);
  expect((await bob.ask('GET', `/calls?cursor=${ids.unplaced}`)).body).toEqual({ items: [], nextCursor: null });
  expect((await bob.ask('GET', '/calls/people')).body).toEqual({ items: [], nextCursor: null });
  expect((await bob.ask('GET', '/calls/history?q=4477')).body).toMatchObject({ calls: [], total: 0 });
  expect(readCsv(await (await bob.fetch('/calls/export.csv')).text()).records).toHaveLength(1);
});

test('the file has the calls of the filters with names, tags, notes, prices and times, and no formula', async () => {
  const answer = await ada.fetch('/calls/export.csv?q=7700');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toContain('farline-calls.csv');
  const text = await answer.text();

  expect(text).toContain(`'=cmd|calc`);
  expect(text).toContain(`'=1+1`);
  const [headings, ...lines] = readCsv(text).records.map((record) => record.cells);
  expect(headings?.join(',')).toBe(
    'started,direction,placed_by,to,contact,from,country,kind,status,reason,reason_text,answered,ended,ended_by,' +
      'duration_seconds,price,currency,trunk,id,tags,note,practice,paid_by',
  );
  const rows = lines.map((cells) => Object.fromEntries(cells.map((cell, place) => [headings?.[place] ?? '', cell])));
  expect(rows.map((row) => row['id'])).toEqual([ids.unplaced, ids.cancelled, ids.busy, ids.talked]);
  expect(rows[3]).toMatchObject({
    to: LONDON,
    contact: '=cmd|calc',
    country: 'GB',
    kind: 'mobile',
    status: 'completed',
    reason: 'hangup_caller',
    duration_seconds: '90',
    price: '0.0400',
    currency: 'USD',
    tags: '',
    note: '=1+1\nWants the blue one',
  });
  const { items } = callListReply.parse((await ada.ask('GET', '/calls?q=7700')).body);
  expect(rows.map((row) => [row['practice'], row['paid_by']])).toEqual(
    items.map(({ isPractice, paidBy }) => [String(isPractice), paidBy]),
  );
  expect(rows[1]).toMatchObject({ contact: 'José Núñez', tags: 'supplier, Paris', note: '' });
});

import { analyticsReply, historyReply, insightReply, micros, parseDecimal, usageReply } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { answered, callsWorld, ended, failed, testClock } from '../modules/calls/testing/calls-world.ts';
import { readCsv } from '../platform/csv.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';
import { testApp } from './test-app.ts';

/** Its own call-control would meddle with the calls of the worlds. */
const app = await testApp({ FARLINE_ROLES: 'api,worker' });

async function worldAt(instant: Date) {
  return await callsWorld(app.database, { clock: testClock(instant) });
}
type World = Awaited<ReturnType<typeof worldAt>>;

async function talk(world: World, customer: ApiCustomer, seconds: number, to = '+447700900123'): Promise<void> {
  const call = await world.place(customer, to);
  const answeredAt = world.clock.now();
  await world.report(answered(call, answeredAt));
  world.clock.passSeconds(seconds);
  const end = ended(call, { answeredAt, at: world.clock.now() });
  await world.report(end);
  await world.report(end);
}

async function busy(world: World, customer: ApiCustomer): Promise<void> {
  const call = await world.place(customer);
  world.clock.passSeconds(5);
  await world.report(failed(call, world.clock.now(), 486));
}

/** Waits until the sums have followed so many calls. */
async function counted(customer: ApiCustomer, calls: number): Promise<void> {
  const followed = async () => {
    const { rows } = await sql<{ calls: number }>`
      select coalesce(sum(calls), 0)::int as calls from insight.call_quarter
      where account_id = ${customer.accountId}`.execute(app.database);
    return rows[0]?.calls;
  };
  await expect.poll(followed).toBe(calls);
}

async function insight(customer: ApiCustomer, query: string) {
  const { status, body } = await customer.ask('GET', `/insight/calls?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return insightReply.parse(body);
}

const usd = (amount: string) => ({ amount, currency: 'USD' });

test('days are those of the zone that is asked for; spend counts when it was charged', async () => {
  const customer = await apiCustomer(app, { timeZone: 'America/New_York' });
  // Ten minutes before New York's midnight, which is 04:00 UTC in April.
  const world = await worldAt(new Date('2026-04-10T03:50:00Z'));
  await talk(world, customer, 60);
  world.clock.passSeconds(60);
  await busy(world, customer);
  world.clock.passSeconds(60);
  // Begins before midnight, is charged after it.
  world.clock.pass(new Date('2026-04-10T03:59:30Z').getTime() - world.clock.now().getTime());
  await talk(world, customer, 90);
  await counted(customer, 3);

  const newYork = await insight(customer, 'from=2026-04-08&to=2026-04-10');
  expect(newYork).toMatchObject({ zone: 'America/New_York', by: 'day' });
  expect(newYork.items).toEqual([
    {
      day: '2026-04-08',
      calls: 0,
      answered: 0,
      answeredSeconds: 0,
      minutes: 0,
      spend: usd('0.0000'),
      answerRate: null,
      averageSeconds: null,
    },
    {
      day: '2026-04-09',
      calls: 3,
      answered: 2,
      answeredSeconds: 150,
      minutes: 2.5,
      spend: usd('0.0200'),
      answerRate: 0.6667,
      averageSeconds: 75,
    },
    expect.objectContaining({ day: '2026-04-10', calls: 0, spend: usd('0.0400') }),
  ]);
  expect(newYork.total).toMatchObject({ calls: 3, answered: 2, spend: usd('0.0600') });

  const kathmandu = await insight(customer, 'from=2026-04-10&to=2026-04-10&zone=Asia/Kathmandu');
  expect(kathmandu.total).toEqual(newYork.total);
  const csv = await customer.fetch('/insight/calls.csv?from=2026-04-08&to=2026-04-10');
  expect(csv.headers.get('content-disposition')).toContain('farline-calls-by-day.csv');
  expect(readCsv(await csv.text()).records.map(({ cells }) => cells)).toEqual([
    ['day', 'calls', 'answered', 'answered_seconds', 'minutes', 'spend', 'currency', 'answer_rate', 'average_seconds'],
    ['2026-04-08', '0', '0', '0', '0', '0.0000', 'USD', '', ''],
    ['2026-04-09', '3', '2', '150', '2.5', '0.0200', 'USD', '0.6667', '75'],
    ['2026-04-10', '0', '0', '0', '0', '0.0400', 'USD', '', ''],
  ]);
});

test('countries and destinations stand by what was spent on them, and add up to the whole', async () => {
  const customer = await apiCustomer(app);
  const world = await worldAt(new Date('2026-05-01T12:00:00Z'));
  await talk(world, customer, 60);
  const at = new Date('2026-05-01T12:00:00Z');
  await sql`
    insert into insight.call_quarter values
      (${customer.accountId}, ${at}, 'FR', 'mobile', 3, 2, 200, 90000),
      (${customer.accountId}, ${at}, 'FR', 'fixed', 1, 1, 60, 5000),
      (${customer.accountId}, ${at}, '', 'echo', 9, 9, 900, 0)`.execute(app.database);
  await counted(customer, 14);
  const days = 'from=2026-05-01&to=2026-05-01&zone=UTC';

  const byCountry = await insight(customer, `${days}&by=country`);
  expect(byCountry.items).toMatchObject([
    { countryCode: 'FR', calls: 4, answered: 3, spend: usd('0.0950') },
    { countryCode: 'GB', calls: 1, spend: usd('0.0200') },
    { countryCode: null, calls: 9, spend: usd('0.0000') },
  ]);
  const byDestination = await insight(customer, `${days}&by=destination`);
  expect(byDestination.items).toMatchObject([
    { countryCode: 'FR', kind: 'mobile', calls: 3 },
    { countryCode: 'GB', kind: 'mobile', calls: 1 },
    { countryCode: 'FR', kind: 'fixed', calls: 1 },
    { countryCode: null, kind: 'echo', calls: 9 },
  ]);
  expect(byCountry.total).toEqual(byDestination.total);
  expect(byCountry.total).toMatchObject({ calls: 14, spend: usd('0.1150') });
});

test('the analytics of a year agree with the calls, their list, and the ledger', async () => {
  const customer = await apiCustomer(app, { timeZone: 'Asia/Tokyo' });
  const now = Date.now();
  const world = await worldAt(new Date(now - 20 * 60_000));
  for (const seconds of [30, 61, 150]) await talk(world, customer, seconds);
  await busy(world, customer);
  await talk(world, customer, 10, '+33612345678');
  await counted(customer, 5);

  const { body } = await customer.ask('GET', '/billing/analytics?period=year');
  const { analytics, zone } = analyticsReply.parse(body);
  const stats = await customer.ask('GET', '/calls/stats?period=year');
  const history = historyReply.parse((await customer.ask('GET', '/calls/history')).body);
  const usage = usageReply.parse((await customer.ask('GET', '/billing/usage')).body);

  expect(zone).toBe('Asia/Tokyo');
  expect(analytics.current).toMatchObject({ calls: 5, answered: 4, answeredSeconds: 251, averageSeconds: 63 });
  expect(stats.body).toMatchObject({
    current: { calls: 5, answered: 4, answeredSeconds: 251, cost: analytics.current.spend },
  });
  const listed = history.calls.reduce((sum, call) => sum + (parseDecimal(call.cost?.amount ?? '0') ?? 0n), 0n);
  expect(parseDecimal(analytics.current.spend.amount)).toBe(listed);
  const { rows } = await sql<{ spent: string }>`
    select (-sum(amount))::text as spent from ledger.entry join ledger.transfer on transfer.id = transfer_id
    where wallet_id = ${customer.walletId} and cause_type = 'call'`.execute(app.database);
  expect(micros(BigInt(rows[0]?.spent ?? '0'))).toBe(listed);
  expect(parseDecimal(usage.wallet.balance.amount)).toBe(2_000_000n - listed);
  const days = analytics.byDay.reduce((sum, day) => sum + day.calls, 0);
  expect(days).toBe(5);
});

test.each(['day', 'week', 'month', 'year'])(
  'the analytics of a %s have a line for each of its days so far',
  async (period) => {
    const customer = await apiCustomer(app);
    const reply = analyticsReply.parse((await customer.ask('GET', `/billing/analytics?period=${period}`)).body);

    expect(reply.analytics.byDay[0]?.day).toBe(reply.from);
    expect(reply.analytics.byDay.at(-1)?.day).toBe(reply.to);
    expect(reply.analytics.current).toMatchObject({ calls: 0, answerRate: null, averageSeconds: null });
    const csv = await customer.fetch(`/billing/analytics.csv?period=${period}`);
    expect(readCsv(await csv.text()).records).toHaveLength(reply.analytics.byDay.length + 1);
  },
);

test('without a period it is the month, and other words are refused', async () => {
  const customer = await apiCustomer(app);
  expect((await customer.ask('GET', '/billing/analytics')).body).toMatchObject({ period: 'month' });
  expect((await customer.ask('GET', '/billing/analytics?period=age')).status).toBe(400);
  expect((await customer.ask('GET', '/insight/calls?zone=Mars')).body).toMatchObject({
    errors: { zone: 'Unknown time zone' },
  });
});

test('nobody sees the figures of somebody else', async () => {
  const [ada, bob] = [await apiCustomer(app), await apiCustomer(app)];
  const world = await worldAt(new Date('2026-06-01T12:00:00Z'));
  await talk(world, ada, 60);
  await counted(ada, 1);

  expect((await insight(bob, 'from=2026-05-31&to=2026-06-02')).total).toMatchObject({ calls: 0 });
});

test('a call that never came to the engine is no call in the sums', async () => {
  const customer = await apiCustomer(app);
  const world = await worldAt(new Date('2026-06-02T12:00:00Z'));
  const request = await world.initiate(customer);
  world.clock.passSeconds(120);
  await world.tick('expire calls');
  expect((await world.call(request.id)).progress.state).toBe('ended');
  await talk(world, customer, 60);

  await counted(customer, 1);
  expect((await insight(customer, 'from=2026-06-01&to=2026-06-03&zone=UTC')).total).toMatchObject({
    calls: 1,
    answered: 1,
  });
});

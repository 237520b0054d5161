import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../platform/database.ts';
import { BUSY, testDatabase } from '../../../testing/test-database.ts';
import { answered, callsWorld, ended, failed, ledgerOf, ringing } from '../testing/calls-world.ts';

/** A world of its own with the trunks a and b, a before b, and room on each for as many calls. */
async function withTrunks(capacities: { a: number | null; b: number | null }) {
  const { database, url } = await testDatabase();
  const world = await callsWorld(database);
  for (const [name, capacity] of Object.entries(capacities)) {
    await sql`update routing.trunk set capacity = ${capacity} where name = ${`sandbox-${name}`}`.execute(database);
  }
  return { ...world, url };
}

const trunksOf = (decision: { decision: string } & Record<string, unknown>) =>
  decision.decision === 'allow'
    ? [decision['trunk1Name'], decision['trunk2Name']].filter((name) => name !== '')
    : decision['reason'];

test('a trunk at its capacity is passed over, and its place is free again with the end of the call', async () => {
  const world = await withTrunks({ a: 1, b: null });
  const customer = await world.customer('5.00');
  const first = await world.talk(customer);

  const second = await world.place(customer);

  expect(trunksOf(first.decision)).toEqual(['sandbox-a', 'sandbox-b']);
  expect(trunksOf(second.decision)).toEqual(['sandbox-b']);
  await world.report(ended(first, { answeredAt: world.clock.now(), at: world.clock.now() }));
  expect(trunksOf((await world.place(customer)).decision)).toEqual(['sandbox-a', 'sandbox-b']);
});

test('where all are full the call is refused with its own reason, ends so, and nothing is held', async () => {
  const world = await withTrunks({ a: 1, b: 1 });
  await world.place(await world.customer('5.00'));
  const customer = await world.customer('5.00');

  const refused = await world.place(customer);

  expect(refused.decision).toMatchObject({ decision: 'refuse', status: 503, reason: 'trunks_full' });
  expect((await world.call(refused.id)).progress).toMatchObject({ state: 'ended', reason: 'trunks_full' });
  expect(await ledgerOf(world.database, customer.walletId)).toMatchObject({ balance: 5_000_000n, held: 0n, open: 0 });
});

test('a call has a place on each trunk that may yet be tried, and from its ringing on the one that rings alone', async () => {
  const world = await withTrunks({ a: 1, b: 1 });
  const customer = await world.customer('5.00');
  const first = await world.place(customer);
  expect((await world.place(customer)).decision).toMatchObject({ reason: 'trunks_full' });

  await world.report({ ...ringing(first, world.clock.now()), trunk: 'sandbox-b' } as ReturnType<typeof ringing>);
  const second = await world.place(customer);

  expect(trunksOf(second.decision)).toEqual(['sandbox-a']);
  await world.report(failed(second, world.clock.now(), 486));
  expect(trunksOf((await world.place(customer)).decision)).toEqual(['sandbox-a']);
});

test('a call that was refused for want of money keeps no place', async () => {
  const world = await withTrunks({ a: 1, b: 1 });
  const poor = await world.customer('0.02');
  const [first, second] = [await world.initiate(poor), await world.initiate(poor)];
  await sql`update routing.trunk set capacity = 2`.execute(world.database);
  await world.calls.listener.decide(world.ask(poor, first));
  expect(await world.calls.listener.decide(world.ask(poor, second))).toMatchObject({ reason: 'out_of_credit' });

  expect((await world.place(await world.customer('5.00'))).decision).toMatchObject({ decision: 'allow' });
});

test('two servers that allow sixty calls at once never pass the capacities of the trunks', async () => {
  const world = await withTrunks({ a: 7, b: 5 });
  await sql`update routing.trunk set priority = 10, weight = case name when 'sandbox-a' then 3 else 1 end`.execute(
    world.database,
  );
  const otherServer = openDatabase({ url: world.url, poolSize: 8, name: 'other-server', patience: BUSY });
  const other = await callsWorld(otherServer, { clock: world.clock });
  const customers = await Promise.all(Array.from({ length: 60 }, async () => await world.customer('5.00')));

  // Each call that is allowed rings at once on its first trunk, and gives the other's place back.
  const tried = await Promise.all(
    customers.map(async (customer, index) => {
      const server = index % 2 === 0 ? world : other;
      const call = await server.place(customer);
      const { decision } = call;
      if (decision.decision === 'allow') {
        await server.report({ ...ringing(call, world.clock.now()), trunk: decision.trunk1Name } as never);
      }
      return decision;
    }),
  );
  await otherServer.destroy();

  const { rows } = await sql<{ trunk: string; open: number }>`
    select trunk, count(*)::int as open from calls.call where state <> 'ended' group by trunk order by trunk`.execute(
    world.database,
  );
  const open = new Map(rows.map((row) => [row.trunk, row.open]));
  expect(open.get('sandbox-a') ?? 0).toBeLessThanOrEqual(7);
  expect(open.get('sandbox-b') ?? 0).toBeLessThanOrEqual(5);
  expect(rows.reduce((sum, row) => sum + row.open, 0)).toBe(tried.filter((one) => one.decision === 'allow').length);
  const reasons = tried.flatMap((one) => (one.decision === 'refuse' ? [one.reason] : []));
  expect(new Set(reasons)).toEqual(new Set(['trunks_full']));

  // What was refused in the rush finds the places that are left: then both are full to the last.
  for (let call = 0; call < 12; call++) {
    const late = await world.place(await world.customer('5.00'));
    if (late.decision.decision !== 'allow') break;
    await world.report({ ...ringing(late, world.clock.now()), trunk: late.decision.trunk1Name } as never);
  }
  const full = await sql<{ open: number }>`
    select count(*)::int as open from calls.call where state <> 'ended'`.execute(world.database);
  expect(full.rows).toEqual([{ open: 12 }]);
});

test('an answer without ringing narrows the places as well', async () => {
  const world = await withTrunks({ a: 1, b: 1 });
  const customer = await world.customer('5.00');
  const first = await world.place(customer);

  await world.report(answered(first, world.clock.now()));

  expect(trunksOf((await world.place(customer)).decision)).toEqual(['sandbox-b']);
});

test('the echo test takes no place and is never refused for want of one', async () => {
  const world = await withTrunks({ a: 1, b: 1 });
  await world.talk(await world.customer('5.00'));

  expect((await world.place(await world.customer('5.00'), '*43')).decision).toMatchObject({ decision: 'allow' });
});

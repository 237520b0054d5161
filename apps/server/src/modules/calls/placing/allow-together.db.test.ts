import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { inTransaction, openDatabase } from '../../../platform/database.ts';
import { countQueries } from '../../../testing/count-queries.ts';
import { BUSY, testDatabase } from '../../../testing/test-database.ts';
import { lockWallet } from '../../ledger/index.ts';
import { type CallLimits, createCallLimits } from '../../limits/index.ts';
import {
  callsWorld,
  CENTS_2,
  type CallsWorld,
  type Customer,
  ended,
  ledgerOf,
  NO_LIMITS,
} from '../testing/calls-world.ts';
import { authoriseCall } from './authorise-call.ts';
import { userInBrowser } from '../record/placer.ts';

const { database, url } = await testDatabase();
const queries = countQueries(url);
/** The same database, as another server sees it. */
const elsewhere = openDatabase({ url, poolSize: 4, name: 'elsewhere', patience: BUSY });
afterAll(async () => await elsewhere.destroy());

const decide = async (world: CallsWorld, customer: Customer, call: { id: string; to: string }) =>
  await world.calls.listener.decide(world.ask(customer, call));

async function eachAsks(world: CallsWorld, customers: readonly Customer[]) {
  const calls = [];
  for (const customer of customers) calls.push({ customer, call: await world.initiate(customer) });
  return calls;
}

test('calls of many that ask at the same moment are each held for and priced as if alone, in two statements', async () => {
  const world = await callsWorld(database);
  const customers = [await world.customer('2.00'), await world.customer('0.05'), await world.customer('2.00')];
  const asked = await eachAsks(world, customers);
  queries.clear();

  const decisions = await Promise.all(asked.map(async ({ customer, call }) => await decide(world, customer, call)));

  expect(queries.count()).toBe(2);
  expect(decisions.map(({ decision }) => decision)).toEqual(['allow', 'allow', 'allow']);
  const held = await Promise.all(customers.map(async (customer) => (await world.wallet(customer)).held));
  expect(held).toEqual([60_000n, 50_000n, 60_000n]);
  const { rows } = await sql<{ quotes: number }>`select count(*)::integer as quotes from calls.call
    join rating.quote on quote.id = call.quote_id
    where call.id = any (${asked.map(({ call }) => call.id)}) and quote.per_minute_micros = ${CENTS_2.perMinuteMicros}
      and quote.number = call.to_number`.execute(database);
  expect(rows).toEqual([{ quotes: 3 }]);
});

test('one that is refused is refused alone', async () => {
  const world = await callsWorld(database);
  const [rich, poor] = [await world.customer('2.00'), await world.customer('2.00')];
  const asked = await eachAsks(world, [rich, poor]);
  // All of it is held for other calls meanwhile.
  await sql`insert into ledger.hold (id, wallet_id, cause_type, cause_id, amount, placed_at)
    values (gen_random_uuid(), ${poor.walletId}, 'test', ${poor.walletId}, 2000000, now())`.execute(database);

  const decisions = await Promise.all(asked.map(async ({ customer, call }) => await decide(world, customer, call)));

  expect(decisions.map(({ decision }) => decision)).toEqual(['allow', 'refuse']);
  expect((await world.wallet(rich)).held).toBe(60_000n);
  expect((await world.wallet(poor)).held).toBe(2_000_000n);
});

test('a limit that one of them passes meanwhile keeps no other from its call, and no money of theirs', async () => {
  const world = await callsWorld(database);
  const limited = await world.customer('2.00');
  const customers = [await world.customer('2.00'), limited, await world.customer('2.00')];
  const asked = await eachAsks(world, customers);
  const limits = createCallLimits(NO_LIMITS);
  // What was judged when a call of the same account had not begun yet.
  const late: CallLimits = {
    ...limits,
    judge: (usage, call) => {
      const judged = limits.judge(usage, call);
      const { claim } = judged;
      const full = { dayMicros: null, hourMicros: null, calls: 0, newCountries: null };
      const claimed: typeof claim.claimed = (amount) => ({ ...claim.claimed(amount), account: full });
      return call.accountId === limited.accountId ? { ...judged, claim: { ...claim, claimed } } : judged;
    },
  };
  const deps = { ...world.deps, limits: late };

  const decisions = await Promise.all(
    asked.map(async ({ customer, call }) => {
      const placer = userInBrowser(customer.userId);
      return await authoriseCall(deps, { ...world.ask(customer, call), placer });
    }),
  );

  // The one is judged anew, with locks, and by what is true then.
  expect(decisions.map(({ decision }) => decision)).toEqual(['allow', 'allow', 'allow']);
  for (const { walletId } of customers) {
    expect(await ledgerOf(database, walletId)).toMatchObject({ held: 60_000n, open: 1 });
  }
});

test('a wallet that somebody is at keeps no other call waiting', async () => {
  const world = await callsWorld(database);
  const [locked, free] = [await world.customer('2.00'), await world.customer('2.00')];
  const [first, second] = await eachAsks(world, [locked, free]);
  if (first === undefined || second === undefined) throw new Error('both were initiated');

  const { waiting } = await inTransaction(elsewhere, async (tx) => {
    await lockWallet(tx, locked.walletId);
    const decision = decide(world, locked, first.call);
    expect((await decide(world, free, second.call)).decision).toBe('allow');
    return { waiting: { decision } };
  });

  expect((await waiting.decision).decision).toBe('allow');
});

test('many accounts ask two servers for more than each can pay, all at once: none is held for more than it has', async () => {
  const world = await callsWorld(database);
  const other = await callsWorld(elsewhere, { clock: world.clock, engine: world.engine });
  const customers: Customer[] = [];
  for (let number = 0; number < 12; number += 1) customers.push(await world.customer('0.09'));
  const asks = await Promise.all(
    customers.flatMap((customer) =>
      [world, other, world, other, world, other].map(async (server) => ({
        server,
        customer,
        call: await server.initiate(customer),
      })),
    ),
  );

  const decisions = await Promise.all(
    asks.map(async ({ server, customer, call }) => ({ customer, ...(await decide(server, customer, call)) })),
  );

  for (const customer of customers) {
    const allowed = decisions.filter((one) => one.customer === customer && one.decision === 'allow').length;
    const { balance, held } = await world.wallet(customer);
    expect(held).toBeLessThanOrEqual(balance);
    expect(allowed).toBeGreaterThan(0);
    expect(await ledgerOf(database, customer.walletId)).toMatchObject({ open: allowed });
  }
});

test('the statements of calls that come alone are planned once on a connection', async () => {
  const single = openDatabase({ url, poolSize: 1, name: 'single', patience: BUSY });
  const world = await callsWorld(single);
  for (let number = 0; number < 8; number += 1) {
    const customer = await world.customer('2.00');
    const call = await world.talk(customer);
    const answeredAt = world.clock.now();
    await world.report(ended(call, { answeredAt, at: answeredAt }));
  }
  const { rows } = await sql<{ custom: number; generic: number }>`
    select custom_plans::integer as custom, generic_plans::integer as generic from pg_prepared_statements
    where statement ~ 'calls.call' and statement ~ 'unnest'`.execute(single);
  await single.destroy();
  expect(rows.length).toBeGreaterThanOrEqual(3);
  for (const { custom, generic } of rows) expect([custom, generic > 0]).toEqual([5, true]);
});

import { type EndReason, micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { usd } from '../../../testing/money/usd.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import type { UsualLimits } from '../../limits/index.ts';
import {
  callsWorld,
  type CallsWorld,
  CENT_A_SECOND,
  CENTS_2,
  type Customer,
  ended,
  NO_LIMITS,
  type Placed,
} from '../testing/calls-world.ts';
import { eachWithoutCalls } from '../testing/no-calls.ts';

const { database } = await testDatabase();
eachWithoutCalls(database);

const bound = (account: Partial<UsualLimits['account']>, user: Partial<UsualLimits['user']> = {}): UsualLimits => ({
  account: { ...NO_LIMITS.account, ...account },
  user: { ...NO_LIMITS.user, ...user },
});

async function hangUp(world: CallsWorld, call: Placed, afterSeconds: number) {
  const answeredAt = world.clock.now();
  world.clock.passSeconds(afterSeconds);
  await world.report(ended(call, { answeredAt, at: world.clock.now() }));
}

/** A call whose sides are heard, so that its silence does not end it. */
async function talk(world: CallsWorld, customer: Customer): Promise<Placed> {
  const call = await world.talk(customer);
  world.keepHeard(call);
  return call;
}

/** Lets time pass as the server sees it. */
async function pass(world: CallsWorld, seconds: number) {
  for (let passed = 0; passed < seconds; passed++) {
    world.clock.passSeconds(1);
    await world.tick('due calls');
  }
}

/** What the limits count for an account: spent and held today, and calls under way. */
async function counted({ accountId }: Customer) {
  const { rows } = await sql<{ day_used: bigint; running: number }>`
    select day_used, running from limits.account_counter where account_id = ${accountId}`.execute(database);
  return { used: rows[0]?.day_used ?? 0n, running: rows[0]?.running ?? 0 };
}

const opened = async ({ accountId, userId }: Customer) =>
  await sql`insert into limits.opened (account_id, country_code, kind, opened_at, opened_by)
    values (${accountId}, 'GB', 'mobile', now(), ${userId})`.execute(database);
const lifted = async ({ accountId }: Customer, limit: string, until: Date) =>
  await sql`insert into limits.lift (account_id, limit_name, until) values (${accountId}, ${limit}, ${until})`.execute(
    database,
  );

test('a call counts with what it holds, and then with what it cost', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND, limits: bound({}) });
  const customer = await world.customer('20.00');
  const call = await world.talk(customer);
  expect(await counted(customer)).toEqual({ used: 1_500_000n, running: 1 });

  await hangUp(world, call, 30);

  expect(await counted(customer)).toEqual({ used: 300_000n, running: 0 });
});

test('a call that nobody answered counts nothing', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('20.00');
  const call = await world.place(customer);

  await world.report({
    type: 'call.failed',
    key: `${call.id}:call.failed`,
    call: call.id,
    at: world.clock.now().getTime(),
    status: 486,
    cause: 'final',
    trunk: 'sandbox-a',
    attempts: 'sandbox-a=486',
  });

  expect(await counted(customer)).toEqual({ used: 0n, running: 0 });
});

test.each<[string, UsualLimits, EndReason, number]>([
  ['price of a minute', bound({ perMinuteMicros: usd(0.59) }), 'limit_per_minute', 403],
  ['price of a minute, of the sign-in', bound({}, { perMinuteMicros: usd(0.59) }), 'limit_per_minute', 403],
  ['fee on answer', bound({ connectionMicros: usd(0.09) }), 'limit_connection_fee', 403],
  ['calls at once', bound({ calls: 0 }), 'too_many_calls', 480],
  ['new countries', bound({ newCountries: 0 }), 'limit_new_countries', 403],
  ['the day', bound({ dayMicros: usd(0.1) }), 'limit_day', 402],
  ['the hour, of the sign-in', bound({}, { hourMicros: usd(0.1) }), 'limit_hour', 402],
])(
  'a call beyond the limit of %s is refused with its own reason, and holds nothing',
  async (_what, limits, reason, status) => {
    const world = await callsWorld(database, { terms: { ...CENT_A_SECOND, connectionMicros: usd(0.1) }, limits });
    const customer = await world.customer('20.00');

    const call = await world.place(customer);

    expect(call.decision).toMatchObject({ decision: 'refuse', status, reason });
    expect((await world.call(call.id)).progress).toMatchObject({ state: 'ended', reason, endedBy: 'farline' });
    expect(await world.wallet(customer)).toEqual({ balance: 20_000_000n, held: 0n });
    expect(await counted(customer)).toEqual({ used: 0n, running: 0 });
  },
);

test('at the edge of each limit a call is allowed', async () => {
  const limits = bound({
    perMinuteMicros: usd(0.6),
    connectionMicros: usd(0.1),
    calls: 1,
    newCountries: 1,
    dayMicros: usd(0.11),
    hourMicros: usd(0.11),
  });
  const world = await callsWorld(database, { terms: { ...CENT_A_SECOND, connectionMicros: usd(0.1) }, limits });
  const customer = await world.customer('20.00');

  const call = await world.place(customer);

  // The fee and one second are all that the day leaves.
  expect(call.decision).toMatchObject({ decision: 'allow', grantedSeconds: 1 });
});

test('a closed destination is refused, and goes once it was opened, whatever a minute costs', async () => {
  const world = await callsWorld(database, { limits: bound({ perMinuteMicros: usd(0.001) }) });
  const customer = await world.customer('2.00');
  world.closeDestinations();
  expect((await world.place(customer)).decision).toMatchObject({ status: 403, reason: 'destination_closed' });

  await opened(customer);

  expect((await world.place(customer)).decision).toMatchObject({ decision: 'allow' });
});

test('a lifted limit stops nothing until the lift ends', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND, limits: bound({ dayMicros: usd(0.005) }) });
  const customer = await world.customer('20.00');
  await lifted(customer, 'day', new Date(world.clock.now().getTime() + 1_000));

  expect((await world.place(customer)).decision).toMatchObject({ decision: 'allow', grantedSeconds: 150 });
  world.clock.pass(1_000);
  expect((await world.place(customer)).decision).toMatchObject({ reason: 'limit_day' });
});

const FREE = { ...CENTS_2, perMinuteMicros: micros(0n) };

test('the echo test is free: no limit of money stops it', async () => {
  const limits = bound({ dayMicros: usd(0), hourMicros: usd(0), newCountries: 0 });
  const world = await callsWorld(database, { terms: FREE, limits });

  expect((await world.place(await world.customer('1.00'), '*43')).decision).toMatchObject({ decision: 'allow' });
});

test('a free call counts as a call at once, and is free again with its end', async () => {
  const world = await callsWorld(database, { terms: FREE, limits: bound({ calls: 1 }) });
  const customer = await world.customer('1.00');
  const call = await world.talk(customer);
  expect(await counted(customer)).toEqual({ used: 0n, running: 1 });
  expect((await world.place(customer)).decision).toMatchObject({ decision: 'refuse', reason: 'too_many_calls' });

  await hangUp(world, call, 5);

  expect(await counted(customer)).toEqual({ used: 0n, running: 0 });
  expect((await world.place(customer)).decision).toMatchObject({ decision: 'allow' });
});

test('of twenty echo tests at once two run, and what is refused counts nothing', async () => {
  const world = await callsWorld(database, { terms: FREE });
  const customer = await world.customer('1.00');

  const calls = await Promise.all(Array.from({ length: 20 }, async () => await world.place(customer, '*43')));

  expect(calls.filter(({ decision }) => decision.decision === 'allow')).toHaveLength(2);
  expect((await counted(customer)).running).toBe(2);
  expect((await world.place(await world.customer('1.00'), '*43')).decision).toMatchObject({ decision: 'allow' });
});

test('who only tries Farline out has the usual calls at once, whatever was chosen or lifted', async () => {
  const world = await callsWorld(database, { terms: CENTS_2, limits: bound({ calls: 2 }) });
  const customer = await world.customer('50.00');
  await lifted(customer, 'calls', new Date(world.clock.now().getTime() + 3_600_000));
  const place = async () => (await world.place(customer)).decision.decision;
  expect([await place(), await place(), await place()]).toEqual(['allow', 'allow', 'refuse']);

  await sql`update accounts.account set state = 'active' where id = ${customer.accountId}`.execute(database);

  expect(await place()).toBe('allow');
});

test('a call ends where the limit of the day is reached: warned, with its reason, charged no more', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND, limits: bound({ dayMicros: usd(2) }) });
  const customer = await world.customer('50.00');
  const call = await talk(world, customer);
  const answeredAt = world.clock.now();
  await pass(world, 139);
  expect(await world.call(call.id)).toMatchObject({ grantedSeconds: 200, isEndKnown: true, endBecause: 'limit_day' });
  expect(world.engine.said.filter((order) => order.startsWith('play'))).toEqual([]);

  await pass(world, 2);
  expect(world.engine.said).toContainEqual(expect.stringMatching(/^play limit-in-(60|59)\.wav/));

  await pass(world, 59);
  await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'limit'));
  expect((await world.call(call.id)).progress).toMatchObject({ reason: 'limit_day', endedBy: 'farline' });
  expect(await world.wallet(customer)).toEqual({ balance: 48_000_000n, held: 0n });
  expect(await counted(customer)).toEqual({ used: 2_000_000n, running: 0 });
});

test('a limit that is lifted during the call lengthens it at once, and takes the warning back', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND, limits: bound({ hourMicros: usd(1.5) }) });
  const customer = await world.customer('50.00');
  const call = await talk(world, customer);
  await pass(world, 76);
  expect(await world.call(call.id)).toMatchObject({ isEndKnown: true, endBecause: 'limit_hour' });

  await lifted(customer, 'hour', new Date(world.clock.now().getTime() + 60_000));
  const { accountId } = customer;
  const event = { position: 1, payload: {}, occurredAt: world.clock.now() };
  world.calls.hear([{ ...event, type: 'limits.changed', accountId, subjectId: accountId }]);

  const lengthened = { grantedSeconds: 226, isEndKnown: false, endBecause: null };
  await expect.poll(async () => await world.call(call.id)).toMatchObject(lengthened);
});

test('where the money ends before the limit it is the money that is said', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND, limits: bound({ dayMicros: usd(10) }) });
  const call = await talk(world, await world.customer('2.00'));
  await pass(world, 76);

  expect(await world.call(call.id)).toMatchObject({ grantedSeconds: 200, endBecause: 'money' });
});

test.each([
  ['by the minute', CENTS_2, 0.06],
  ['by the second', CENT_A_SECOND, 0.9],
])(
  '200 parallel authorisations under a limit for less, %s: no more is held than it allows',
  async (_what, terms, day) => {
    const world = await callsWorld(database, { terms, limits: bound({ dayMicros: usd(day) }) });
    const customer = await world.customer('100.00');
    const calls = await Promise.all(Array.from({ length: 200 }, async () => await world.initiate(customer)));

    const decisions = await Promise.all(
      calls.map(async (call) => await world.calls.listener.decide(world.ask(customer, call))),
    );

    const { held } = await world.wallet(customer);
    expect(held).toBeGreaterThan(0n);
    expect(held).toBeLessThanOrEqual(usd(day));
    expect((await counted(customer)).used).toBe(held);
    expect((await counted(customer)).running).toBe(decisions.filter(({ decision }) => decision === 'allow').length);
  },
);

test('50 parallel calls where three may run at once: three run', async () => {
  const world = await callsWorld(database, { limits: bound({ calls: 3 }) });
  const customer = await world.customer('100.00');
  const calls = await Promise.all(Array.from({ length: 50 }, async () => await world.initiate(customer)));

  const decisions = await Promise.all(
    calls.map(async (call) => await world.calls.listener.decide(world.ask(customer, call))),
  );

  expect(decisions.filter(({ decision }) => decision === 'allow')).toHaveLength(3);
});

import type { NumberProvider } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { usd } from '../../../testing/money/usd.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { providerWorld } from '../testing/provider-world.ts';

/** Orders of which nobody can say for days what became of them: no money waits without an end, and none is taken twice. */

const { database } = await testDatabase();

const POST = /^POST \/number_orders$/;
const ASKED = /^GET \/number_orders/;
const DAY = 24 * 3_600;
const never = async () => await new Promise<never>(() => undefined);

type World = Awaited<ReturnType<typeof providerWorld>>;

async function anOrder(over?: (real: NumberProvider) => Partial<NumberProvider>) {
  const world = await providerWorld(database, over === undefined ? {} : { over });
  const account = await world.account(10);
  return { ...world, account, number: world.stock() };
}

async function passDays({ later }: Pick<World, 'later'>, days: number, drive?: () => Promise<void>) {
  for (let past = 0; past < days; past += 1) {
    await later(DAY, drive);
    await later(3_700, drive);
  }
}

test.each([
  ['cannot be read', { when: 'before', fails: 'garbage' }],
  ['is a fault of theirs', { when: 'before', fails: 'status', status: 503 }],
  ['never comes', { when: 'before', fails: 'reset' }],
] as const)(
  'an order whose answer %s for three days is lost: its money is free, and a number that turns up goes back',
  async (_what, fault) => {
    const { account, number, telnyx, ...world } = await anOrder();
    telnyx.book.how.ordersWait = true;
    await world.order(account, number);
    telnyx.fail(/^GET/, fault, Infinity);
    await passDays(world, 2);
    expect(await world.orders(account)).toEqual([{ number, state: 'pending', reason: null }]);
    expect(await world.held(account)).toBe(usd(1.5));
    await passDays(world, 1);

    expect(await world.orders(account)).toEqual([{ number, state: 'failed', reason: 'unavailable' }]);
    expect(await world.held(account)).toBe(0n);
    await passDays(world, 6);
    expect(await world.stateOf(number)).toMatchObject({ state: 'lost' });

    telnyx.mend();
    telnyx.book.settle(number, 'success');
    await passDays(world, 1);
    expect(telnyx.book.heldNow()).toEqual([]);
    expect(await world.stateOf(number)).toMatchObject({ state: 'released' });
    expect(await world.taken(account)).toEqual([]);
    expect(telnyx.count(POST)).toBe(1);
  },
);

test('an order that cannot be read, of a number that is listed as ours, is had and charged once', async () => {
  const { account, number, telnyx, ...world } = await anOrder();
  telnyx.fail(POST, { when: 'after', fails: 'reset' });
  await world.order(account, number);
  telnyx.fail(ASKED, { when: 'before', fails: 'garbage' }, Infinity);
  await passDays(world, 2);
  expect(await world.owner(number)).toBeNull();
  await passDays(world, 2);

  expect(await world.owner(number)).toBe(account.id);
  telnyx.mend();
  await passDays(world, 2);
  expect(await world.taken(account)).toEqual([-usd(1.5)]);
  expect(await world.held(account)).toBe(0n);
});

test('of an order that is lost and cannot be read, nothing is given back on the word of a list alone', async () => {
  const { account, number, telnyx, ...world } = await anOrder();
  telnyx.fail(POST, { when: 'before', fails: 'reset' });
  await world.order(account, number);
  for (let minutes = 0; minutes < 20; minutes += 1) await world.later(60);
  expect(await world.stateOf(number)).toMatchObject({ state: 'lost' });
  // Somebody has it there in another way.
  await world.real.order({ reference: 'by-hand', e164: number });
  telnyx.fail(ASKED, { when: 'before', fails: 'garbage' }, Infinity);
  await passDays(world, 5);
  expect(await world.stateOf(number)).toMatchObject({ state: 'lost' });
  expect(telnyx.book.heldNow()).toEqual([number]);

  telnyx.book.how.listsNumbers = false;
  await passDays(world, 1);
  expect(await world.stateOf(number)).toMatchObject({ state: 'refused' });
});

test('an order that the provider neither fulfils nor cancels frees its money a day later', async () => {
  const { account, number, telnyx, ...world } = await anOrder();
  telnyx.book.how.ordersWait = true;
  telnyx.fail(/^PATCH/, { when: 'before', fails: 'status', status: 500 }, Infinity);
  await world.order(account, number);
  await passDays(world, 3);
  expect(await world.held(account)).toBe(usd(1.5));
  await passDays(world, 1);

  expect(await world.orders(account)).toEqual([{ number, state: 'failed', reason: 'unavailable' }]);
  expect(await world.held(account)).toBe(0n);
  telnyx.book.settle(number, 'success');
  await passDays(world, 1);
  expect(telnyx.book.heldNow()).toEqual([]);
  expect(await world.taken(account)).toEqual([]);
});

test('with no provider set up any more, an order that left is lost after three days; set up again, what came of it goes back', async () => {
  const { account, number, telnyx, ...world } = await anOrder();
  telnyx.fail(POST, { when: 'after', fails: 'reset' });
  await world.order(account, number);
  const alone = world.driveWithout;
  await passDays(world, 2, alone);
  expect(await world.held(account)).toBe(usd(1.5));
  await passDays(world, 1, alone);

  expect(await world.orders(account)).toEqual([{ number, state: 'failed', reason: 'unavailable' }]);
  expect(await world.held(account)).toBe(0n);
  await passDays(world, 5, alone);
  expect(await world.stateOf(number)).toMatchObject({ state: 'lost' });
  await passDays(world, 1);
  expect(telnyx.book.heldNow()).toEqual([]);
  expect(await world.taken(account)).toEqual([]);
});

test('with no provider set up any more, an order that never left is over after two minutes', async () => {
  const { account, number, telnyx, ...world } = await anOrder();
  telnyx.fail(POST, { when: 'before', fails: 'status', status: 429 });
  await world.order(account, number);
  await world.later(60, world.driveWithout);
  expect(await world.held(account)).toBe(usd(1.5));
  await world.later(70, world.driveWithout);

  expect(await world.stateOf(number)).toMatchObject({ state: 'refused' });
  expect(await world.held(account)).toBe(0n);
  expect(telnyx.book.orders).toEqual([]);
});

test('nobody else takes an order up while whoever has it may still wait for the provider', async () => {
  const { account, number, ...world } = await anOrder(() => ({ order: never, longestMs: 600_000 }));
  void world.order(account, number);
  await expect.poll(async () => (await world.stateOf(number)).state).toBe('submitted');
  const { rows } = await sql<{ due_at: Date }>`
    select due_at from numbers.provider_order where e164 = ${number}`.execute(database);
  // A try asks twice at most.
  const leaseMs = (rows[0]?.due_at.getTime() ?? 0) - world.clock.now().getTime();
  expect(leaseMs).toBeGreaterThan(2 * 600_000);
});

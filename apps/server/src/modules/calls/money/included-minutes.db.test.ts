import { micros, microsOfCents } from '@farline/contracts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { putOnPlan } from '../../accounts/index.ts';
import { callDetail } from '../history/call-detail.ts';
import { answered, CENT_A_SECOND, type CallsWorld, callsWorld, ended } from '../testing/calls-world.ts';
import { EUROPE, includedSeconds, includeSeconds } from '../testing/included-seconds.ts';
import { eachWithoutCalls } from '../testing/no-calls.ts';

const { database } = await testDatabase({ poolSize: 20 });
eachWithoutCalls(database);

/** A world in which every number is of a group, at a cent a second. */
async function aWorld(): Promise<CallsWorld> {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  world.setGroup(EUROPE);
  return world;
}

const secondsOf = async (walletId: string) => await includedSeconds(database, walletId);

type Talking = Awaited<ReturnType<CallsWorld['talk']>>;

/** Lets time pass while both sides are heard, and does what is due then. */
async function talkOn(world: CallsWorld, call: Talking, seconds: number): Promise<void> {
  world.clock.passSeconds(seconds);
  world.keepHeard(call);
  await world.tick('due calls');
}

/** Ends a call so many seconds after its answer. */
async function endAfter(world: CallsWorld, call: Talking, seconds: number) {
  const { progress } = await world.call(call.id);
  if (progress.state !== 'answered') throw new Error(`the call is ${progress.state}`);
  const at = new Date(progress.answeredAt.getTime() + seconds * 1000);
  await world.report(ended(call, { answeredAt: progress.answeredAt, at }));
}

describe('a call to an included destination', () => {
  test('uses the included seconds before any money, and gives back what it did not use', async () => {
    const world = await aWorld();
    const customer = await world.customer('5');
    const allowance = await includeSeconds(world, customer, 600);
    const call = await world.talk(customer);

    expect(call.decision).toMatchObject({ decision: 'allow', grantedSeconds: 150 });
    expect(await secondsOf(allowance)).toEqual({ used: 0, held: 150, left: 450 });
    expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 0n });

    await endAfter(world, call, 100);
    expect(await secondsOf(allowance)).toEqual({ used: 100, held: 0, left: 500 });
    expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 0n });
    expect((await world.call(call.id)).charge).toEqual({ answeredSeconds: 100, costMicros: 0n });
  });

  test('that crosses the border is priced in two parts, and both are shown', async () => {
    const world = await aWorld();
    const customer = await world.customer('5');
    const allowance = await includeSeconds(world, customer, 60);
    const call = await world.talk(customer);
    expect(await secondsOf(allowance)).toEqual({ used: 0, held: 60, left: 0 });
    expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 900_000n });

    await endAfter(world, call, 100);
    expect(await secondsOf(allowance)).toEqual({ used: 60, held: 0, left: 0 });
    expect(await world.wallet(customer)).toEqual({ balance: 4_600_000n, held: 0n });
    const { call: shown, priceLines } = await callDetail(database, { callId: call.id, accountId: customer.accountId });
    expect(shown).toMatchObject({
      duration: 100,
      cost: { amount: '0.4000', currency: 'USD' },
      included: { group: 'Europe', seconds: 60 },
    });
    expect(priceLines.slice(0, 3)).toEqual([
      { line: 'answered', seconds: 100 },
      { line: 'included', group: 'Europe', seconds: 60 },
      { line: 'paid', seconds: 40 },
    ]);
  });

  test('is lengthened by included seconds first, then by money that it had not held before', async () => {
    const world = await aWorld();
    const customer = await world.customer('5');
    const allowance = await includeSeconds(world, customer, 200);
    const call = await world.talk(customer);
    await talkOn(world, call, 75);

    expect(await secondsOf(allowance)).toEqual({ used: 0, held: 200, left: 0 });
    expect(await world.call(call.id)).toMatchObject({ grantedSeconds: 225, isEndKnown: false });
    expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 250_000n });
    await talkOn(world, call, 75);
    expect(await world.call(call.id)).toMatchObject({ grantedSeconds: 300 });

    await endAfter(world, call, 260);
    expect(await secondsOf(allowance)).toEqual({ used: 200, held: 0, left: 0 });
    expect(await world.wallet(customer)).toEqual({ balance: 4_400_000n, held: 0n });
  });

  test('needs no money while its seconds last, and ends with them', async () => {
    const world = await aWorld();
    const customer = await world.customer('0');
    await includeSeconds(world, customer, 100);
    const call = await world.talk(customer);
    expect(call.decision).toMatchObject({ decision: 'allow', grantedSeconds: 100 });
    await talkOn(world, call, 30);
    expect(await world.call(call.id)).toMatchObject({ grantedSeconds: 100, isEndKnown: true });

    await world.topUp(customer, '1');
    await talkOn(world, call, 5);
    expect(await world.call(call.id)).toMatchObject({ isEndKnown: false });
    await endAfter(world, call, 130);
    expect(await world.wallet(customer)).toEqual({ balance: 700_000n, held: 0n });
  });

  test('of too few seconds and no money is refused, and takes nothing', async () => {
    const world = await aWorld();
    const customer = await world.customer('0.10');
    const allowance = await includeSeconds(world, customer, 10);
    const call = await world.initiate(customer);
    const spend = await world.place(customer);
    expect(spend.decision).toMatchObject({ decision: 'allow', grantedSeconds: 20 });
    expect(await world.calls.listener.decide(world.ask(customer, call))).toMatchObject({ reason: 'out_of_credit' });
    expect(await secondsOf(allowance)).toMatchObject({ used: 0, held: 10 });
  });

  test('that nobody answers gives everything back', async () => {
    const world = await aWorld();
    const customer = await world.customer('5');
    const allowance = await includeSeconds(world, customer, 60);
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
    expect(await secondsOf(allowance)).toEqual({ used: 0, held: 0, left: 60 });
    expect(await world.wallet(customer)).toEqual({ balance: 5_000_000n, held: 0n });
  });
});

describe('calls at the same time', () => {
  test('share an allowance without using more than there is, and pay the rest', async () => {
    const world = await aWorld();
    const customer = await world.customer('20');
    const allowance = await includeSeconds(world, customer, 400);
    const calls = await Promise.all(Array.from({ length: 8 }, async () => await world.place(customer)));
    const { held, left } = await secondsOf(allowance);
    expect({ held, left }).toEqual({ held: 400, left: 0 });

    for (const call of calls) {
      if (call.decision.decision !== 'allow') throw new Error(call.decision.reason);
      await world.report(answered(call, world.clock.now()));
    }
    world.clock.passSeconds(20);
    await Promise.all(calls.map(async (call) => await endAfter(world, call, 20)));
    // Each was as long as what was left of the seconds that others gave back: 160 seconds in all, none of them paid twice.
    const { used } = await secondsOf(allowance);
    const { rows } = await sql<{ talked: bigint; included: bigint; cost: bigint }>`
      select sum(answered_seconds)::bigint as talked, sum(allowance_seconds)::bigint as included,
        sum(cost_micros)::bigint as cost
      from calls.call`.execute(database);
    const [sum] = rows;
    expect(sum?.talked).toBe(160n);
    expect(sum?.included).toBe(BigInt(used));
    expect(sum?.cost).toBe(microsOfCents(160 - used));
    expect(await world.wallet(customer)).toEqual({ balance: 20_000_000n - (sum?.cost ?? 0n), held: 0n });
    expect(await secondsOf(allowance)).toEqual({ used, held: 0, left: 400 - used });
  });

  test('a second that another call gave back is used before money', async () => {
    const world = await aWorld();
    const customer = await world.customer('5');
    const allowance = await includeSeconds(world, customer, 160);
    const first = await world.talk(customer);
    const second = await world.talk(customer);
    expect(await secondsOf(allowance)).toEqual({ used: 0, held: 160, left: 0 });

    await endAfter(world, first, 10);
    await endAfter(world, second, 100);
    expect((await world.call(second.id)).charge).toEqual({ answeredSeconds: 100, costMicros: 0n });
    expect(await secondsOf(allowance)).toEqual({ used: 110, held: 0, left: 50 });
    expect(await world.wallet(customer)).toEqual({ balance: micros(5_000_000n), held: 0n });
  });
});

test('a call of another destination leaves the allowance alone', async () => {
  const world = await aWorld();
  const customer = await world.customer('5');
  const allowance = await includeSeconds(world, customer, 600);
  world.setGroup({ name: 'asia', title: 'Asia' });
  const call = await world.talk(customer);
  await endAfter(world, call, 50);
  expect(await secondsOf(allowance)).toEqual({ used: 0, held: 0, left: 600 });
  expect(await world.wallet(customer)).toEqual({ balance: 4_500_000n, held: 0n });
  expect((await world.call(call.id)).allowance).toBeNull();
});

test('a change of plan during a call leaves its price; its minutes and its rates count from the next call on', async () => {
  const world = await aWorld();
  const customer = await world.customer('5');
  const running = await world.talk(customer);
  const allowance = await includeSeconds(world, customer, 60);
  await inTransaction(database, async (tx) => {
    await putOnPlan(tx, { accountId: customer.accountId, planId: 'pro', rateTable: 'sample-pro' });
  });
  world.setTerms({ ...CENT_A_SECOND, perMinuteMicros: micros(480_000n) });
  await talkOn(world, running, 75);
  await endAfter(world, running, 100);
  expect((await world.call(running.id)).charge).toEqual({ answeredSeconds: 100, costMicros: 1_000_000n });
  expect(await secondsOf(allowance)).toEqual({ used: 0, held: 0, left: 60 });

  const next = await world.talk(customer);
  await endAfter(world, next, 100);
  expect((await world.call(next.id)).charge).toEqual({ answeredSeconds: 100, costMicros: 320_000n });
  expect(await secondsOf(allowance)).toEqual({ used: 60, held: 0, left: 0 });
});

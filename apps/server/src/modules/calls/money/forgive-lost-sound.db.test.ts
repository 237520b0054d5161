import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { callDetail } from '../history/call-detail.ts';
import type { MediaSideReading } from '../record/media-silence.ts';
import {
  callsWorld,
  type CallsWorld,
  CENT_A_SECOND,
  type Customer,
  ended,
  type Placed,
} from '../testing/calls-world.ts';
import { eachWithoutCalls } from '../testing/no-calls.ts';
import { wronglyCharged } from './wrongly-charged-store.ts';

const { database } = await testDatabase();
eachWithoutCalls(database);

const DIME = micros(100_000n);
const aWorld = async (forgivenADayMicros: Micros = micros(500_000n)) =>
  await callsWorld(database, { terms: CENT_A_SECOND, settings: { forgivenADayMicros } });

type Said = Partial<MediaSideReading> | undefined;
const says = (world: CallsWorld, call: Placed, caller: Said, callee: Said) => {
  const silent: MediaSideReading = {
    lastPacketAt: null,
    lastSignAt: null,
    packetsTaken: 0,
    sends: true,
    isConnected: true,
  };
  const sides = [
    { tag: call.fromTag, ...silent, ...caller },
    { tag: call.toTag, ...silent, ...callee },
  ];
  world.engine.readings.set(call.sipCallId, { sides });
};
const spoken = (world: CallsWorld) => ({
  lastPacketAt: world.clock.now(),
  lastSignAt: world.clock.now(),
  packetsTaken: Math.floor(world.clock.now().getTime() / 1_000),
});
const UNCONNECTED = { isConnected: false };

/** Lets seconds pass in which the sides are as they were said to be. */
async function pass(world: CallsWorld, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    world.clock.pass(1_000);
    await world.tick('due calls');
  }
}

async function hangUp(world: CallsWorld, call: Placed, by: 'caller' | 'callee' = 'caller') {
  const { progress } = await world.call(call.id);
  if (progress.state !== 'answered') throw new Error('the call is answered');
  await world.report(ended(call, { answeredAt: progress.answeredAt, at: world.clock.now() }, by));
  expect(await wronglyCharged(database, 10)).toEqual([]);
  return await world.call(call.id);
}

/** A call whose keys are never agreed, six seconds long. */
async function unconnectedCall(world: CallsWorld, customer: Customer): Promise<Placed> {
  const call = await world.talk(customer);
  says(world, call, UNCONNECTED, spoken(world));
  return call;
}

test('a call whose sound never came up costs nothing, and says why', async () => {
  const world = await aWorld();
  const customer = await world.customer('10.00');
  const call = await unconnectedCall(world, customer);
  await pass(world, 6);

  const record = await hangUp(world, call);

  expect(record.progress).toMatchObject({ reason: 'media_failed', endedBy: 'caller' });
  expect(record.charge).toEqual({ answeredSeconds: 6, costMicros: 0n });
  expect(record.forgivenSeconds).toBe(6);
  expect(await world.wallet(customer)).toEqual({ balance: 10_000_000n, held: 0n });
  const detail = await callDetail(database, { callId: call.id, accountId: customer.accountId });
  expect(detail.priceLines).toContainEqual({ line: 'forgiven', because: 'never_connected', seconds: 6 });
});

test('a caller who was connected once and then hides it pays', async () => {
  const world = await aWorld();
  const call = await world.talk(await world.customer('10.00'));
  says(world, call, {}, spoken(world));
  await pass(world, 4);
  says(world, call, UNCONNECTED, spoken(world));
  await pass(world, 26);

  const record = await hangUp(world, call);
  expect(record.charge).toEqual({ answeredSeconds: 30, costMicros: 300_000n });
  expect(record.progress).toMatchObject({ reason: 'hangup_caller' });
});

test('a caller with plain sound who sends nothing heard the call, and pays', async () => {
  const world = await aWorld();
  const call = await world.talk(await world.customer('10.00'));
  says(world, call, {}, undefined);
  await pass(world, 20);

  expect((await hangUp(world, call)).charge?.costMicros).toBe(200_000n);
});

test('a caller who speaks to a far side that never sends is forgiven a minute at most', async () => {
  const world = await aWorld(micros(5_000_000n));
  const call = await world.talk(await world.customer('10.00'));
  says(world, call, spoken(world), undefined);
  await pass(world, 100);

  const record = await hangUp(world, call, 'callee');
  expect(record.charge).toEqual({ answeredSeconds: 100, costMicros: 400_000n });
  expect(record.progress).toMatchObject({ reason: 'hangup_callee' });
});

test('a media proxy that was started anew lost what it carried: the time without it is not charged', async () => {
  const world = await aWorld();
  const call = await world.talk(await world.customer('10.00'));
  world.keepHeard(call);
  await pass(world, 23);
  world.engine.readings.delete(call.sipCallId);
  world.engine.uptimeSeconds = 3;
  await pass(world, 28);

  const record = await hangUp(world, call);
  // It was last heard at the look at 23 s.
  expect(record.charge).toEqual({ answeredSeconds: 51, costMicros: 230_000n });
});

test('a call that a media proxy forgot while it ran is paid whole', async () => {
  const world = await aWorld();
  const call = await world.talk(await world.customer('10.00'));
  world.keepHeard(call);
  await pass(world, 23);
  world.engine.readings.delete(call.sipCallId);
  await pass(world, 7);

  expect((await hangUp(world, call)).charge?.costMicros).toBe(300_000n);
});

test('sound that came back before the end is charged with all that went before', async () => {
  const world = await aWorld();
  const call = await unconnectedCall(world, await world.customer('10.00'));
  await pass(world, 6);
  world.keepHeard(call);
  await pass(world, 5);

  expect((await hangUp(world, call)).charge?.costMicros).toBe(110_000n);
});

test('twenty calls that end at once are forgiven no more than a day allows, whichever server ends them', async () => {
  const world = await aWorld(DIME);
  const customer = await world.customer('100.00');
  const calls = await Promise.all(Array.from({ length: 20 }, async () => await unconnectedCall(world, customer)));
  await pass(world, 6);
  // Another server knows of nothing but what the database holds.
  const other = await callsWorld(database, {
    terms: CENT_A_SECOND,
    clock: world.clock,
    settings: { forgivenADayMicros: DIME },
  });

  const records = await Promise.all(calls.map(async (call, n) => await hangUp(n % 2 === 0 ? world : other, call)));

  const forgiven = records.reduce((sum, record) => sum + record.forgivenSeconds, 0);
  expect(forgiven).toBe(10);
  expect((await world.wallet(customer)).balance).toBe(100_000_000n - 20n * 60_000n + DIME);
  expect(await forgivenOf(customer)).toBe(DIME);
});

test('what a day allows is there again 24 hours later, and each account has its own', async () => {
  const world = await aWorld(DIME);
  const [one, other] = [await world.customer('10.00'), await world.customer('10.00')];
  const cost = async (customer: Customer) => {
    const call = await unconnectedCall(world, customer);
    await pass(world, 8);
    return (await hangUp(world, call)).charge?.costMicros;
  };

  expect(await cost(one)).toBe(0n);
  expect(await cost(one)).toBe(60_000n);
  expect(await cost(one)).toBe(80_000n);
  expect(await cost(other)).toBe(0n);
  world.clock.passSeconds(24 * 3600);
  expect(await cost(one)).toBe(0n);
});

test('an end that is reported twice is forgiven once', async () => {
  const world = await aWorld();
  const customer = await world.customer('10.00');
  const call = await unconnectedCall(world, customer);
  await pass(world, 6);
  const report = ended(call, { answeredAt: new Date(world.clock.now().getTime() - 6_000), at: world.clock.now() });

  await Promise.all([world.report(report), world.report(report), world.report(report)]);

  expect(await forgivenOf(customer)).toBe(60_000n);
  expect((await world.wallet(customer)).balance).toBe(10_000_000n);
});

async function forgivenOf(customer: Customer): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(amount_micros), 0)::bigint as total from calls.forgiven
    where account_id = ${customer.accountId}`.execute(database);
  return rows[0]?.total ?? 0n;
}

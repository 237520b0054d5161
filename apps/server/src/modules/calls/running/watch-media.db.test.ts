import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { callsWorld, type CallsWorld, CENT_A_SECOND, ended, type Placed } from '../testing/calls-world.ts';
import { eachWithoutCalls } from '../testing/no-calls.ts';

const { database } = await testDatabase();
eachWithoutCalls(database);

type Side = { lastPacketAt: Date | null; sends: boolean };
const signed = (side: Side) => ({
  ...side,
  lastSignAt: side.lastPacketAt,
  packetsTaken: (side.lastPacketAt?.getTime() ?? 0) / 1_000,
  isConnected: true,
});
const heard = (world: CallsWorld, call: Placed, sides: { caller: Side; callee: Side } | null) => {
  if (sides === null) return void world.engine.readings.delete(call.sipCallId);
  world.engine.readings.set(call.sipCallId, {
    sides: [
      { tag: call.fromTag, ...signed(sides.caller) },
      { tag: call.toTag, ...signed(sides.callee) },
    ],
  });
};
const orders = (world: CallsWorld) => world.engine.said.filter((order) => order.startsWith('end '));

/** When each side of a call was last heard. */
const lastHeard = new WeakMap<Placed, { caller: Date; callee: Date }>();

/** Lets time pass second by second while both sides are heard as `speaks` says. */
async function pass(world: CallsWorld, call: Placed, seconds: number, speaks: { caller: boolean; callee: boolean }) {
  const last = lastHeard.get(call) ?? { caller: world.clock.now(), callee: world.clock.now() };
  lastHeard.set(call, last);
  for (let second = 0; second < seconds; second++) {
    world.clock.pass(1_000);
    if (speaks.caller) last.caller = world.clock.now();
    if (speaks.callee) last.callee = world.clock.now();
    heard(world, call, {
      caller: { lastPacketAt: last.caller, sends: true },
      callee: { lastPacketAt: last.callee, sends: true },
    });
    await world.tick('due calls');
  }
}
const both = { caller: true, callee: true };
const nobody = { caller: false, callee: false };
const FREE = { ...CENT_A_SECOND, perMinuteMicros: micros(0n) };

test('a caller who never sends a packet pays for every second that was answered', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('10.00');
  const call = await world.talk(customer);
  const answeredAt = world.clock.now();
  await pass(world, call, 300, { caller: false, callee: true });
  expect(orders(world)).toEqual([]);

  await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'caller'));

  const record = await world.call(call.id);
  expect(record.progress).toMatchObject({ reason: 'hangup_caller', endedBy: 'caller' });
  expect(record.charge).toEqual({ answeredSeconds: 300, costMicros: 3_000_000n });
});

test('two sides that are silent for 30 seconds end the call, charged to the end that the carrier was told', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await world.talk(await world.customer('10.00'));
  const answeredAt = world.clock.now();
  await pass(world, call, 20, both);

  await pass(world, call, 29, nobody);
  expect(orders(world)).toEqual([]);
  await pass(world, call, 1, nobody);
  expect(orders(world)[0]).toBe(`end ${call.sipCallId}`);
  world.clock.pass(400);
  await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'server'));

  const record = await world.call(call.id);
  expect(record.progress).toMatchObject({ reason: 'media_lost', endedBy: 'farline' });
  expect(record.charge).toEqual({ answeredSeconds: 51, costMicros: 510_000n });
});

test('a far side that records without speaking has ten minutes', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await world.talk(await world.customer('10.00'));
  await pass(world, call, 599, { caller: true, callee: false });
  expect(orders(world)).toEqual([]);

  await pass(world, call, 1, { caller: true, callee: false });
  expect(orders(world)).not.toEqual([]);
});

test('who pays nothing and says nothing for a minute is cut', async () => {
  const world = await callsWorld(database, { terms: FREE });
  const call = await world.talk(await world.customer('10.00'));
  await pass(world, call, 59, { caller: false, callee: true });
  expect(orders(world)).toEqual([]);

  await pass(world, call, 1, { caller: false, callee: true });
  expect(orders(world)).not.toEqual([]);
});

test('with its WebSocket closed a silent caller is lost after 15 seconds', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await world.talk(await world.customer('10.00'));
  await pass(world, call, 10, both);
  world.calls.listener.socketClosed({ connection: '127.0.0.1:40001', at: world.clock.now().getTime() });
  await expect.poll(async () => (await world.call(call.id)).connectionClosedAt).not.toBeNull();

  await pass(world, call, 14, { caller: false, callee: true });
  expect(orders(world)).toEqual([]);
  await pass(world, call, 1, { caller: false, callee: true });

  expect(orders(world)).not.toEqual([]);
});

test('who comes back over another WebSocket is judged by that one', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await world.talk(await world.customer('10.00'));
  const closes = async (connection: string) => {
    world.calls.listener.socketClosed({ connection, at: world.clock.now().getTime() });
    await expect.poll(async () => (await world.call(call.id)).connectionClosedAt).not.toBeNull();
  };
  await pass(world, call, 10, both);
  await closes('127.0.0.1:40001');
  const moved = { type: 'call.moved', key: `${call.id}:moved`, call: call.id, connection: '127.0.0.1:40002' } as const;
  await world.report({ ...moved, at: world.clock.now().getTime() });

  await pass(world, call, 20, { caller: false, callee: true });
  expect(orders(world)).toEqual([]);
  await pass(world, call, 1, both);
  await closes('127.0.0.1:40002');
  await pass(world, call, 15, { caller: false, callee: true });

  expect(orders(world)).not.toEqual([]);
});

test('a call is not ended by a closed WebSocket while it is heard', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await world.talk(await world.customer('10.00'));
  world.calls.listener.socketClosed({ connection: '127.0.0.1:40001', at: world.clock.now().getTime() });
  await pass(world, call, 60, both);

  expect(orders(world)).toEqual([]);
});

test('a call that rings is cancelled when its WebSocket closes', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await world.place(await world.customer('10.00'));

  world.calls.listener.socketClosed({ connection: '127.0.0.1:40001', at: world.clock.now().getTime() });

  await expect.poll(() => world.engine.said).toEqual([`cancel ${call.id}`]);
});

test('a side on hold may be silent for as long as it likes', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await world.talk(await world.customer('10.00'));
  for (let second = 0; second < 120; second++) {
    world.clock.pass(1_000);
    heard(world, call, {
      caller: { lastPacketAt: null, sends: false },
      callee: { lastPacketAt: world.clock.now(), sends: true },
    });
    await world.tick('due calls');
  }

  expect(orders(world)).toEqual([]);
});

test('hold does not hide a browser that is gone: with its WebSocket closed it is lost after 15 seconds', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await world.talk(await world.customer('10.00'));
  const onHold = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      world.clock.pass(1_000);
      heard(world, call, {
        caller: { lastPacketAt: null, sends: false },
        callee: { lastPacketAt: null, sends: false },
      });
      await world.tick('due calls');
    }
  };
  await onHold(60);
  world.calls.listener.socketClosed({ connection: '127.0.0.1:40001', at: world.clock.now().getTime() });
  await expect.poll(async () => (await world.call(call.id)).connectionClosedAt).not.toBeNull();
  expect(orders(world)).toEqual([]);

  await onHold(20);

  expect(orders(world)).not.toEqual([]);
});

test.each([
  ['no longer knows the call', (world: CallsWorld, call: Placed) => heard(world, call, null)],
  ['does not answer', (world: CallsWorld) => void (world.engine.isMediaDead = true)],
])('a media proxy that %s has heard nobody: the call ends within 35 seconds', async (_what, kill) => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await world.talk(await world.customer('10.00'));
  const answeredAt = world.clock.now();
  await pass(world, call, 23, both);
  kill(world, call);
  for (let second = 0; second < 35; second++) {
    world.clock.pass(1_000);
    await world.tick('due calls');
  }

  expect(orders(world)).not.toEqual([]);
  await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'server'));
  expect((await world.call(call.id)).charge?.answeredSeconds).toBe(58);
});

test('a call that is decided to end keeps its hold until the engine has ended it, and is ordered again each second', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('10.00');
  const call = await world.talk(customer);
  await pass(world, call, 30, nobody);
  world.engine.outcome = 'no_answer';
  await pass(world, call, 3, both);

  expect(orders(world)).toHaveLength(4);
  expect((await world.wallet(customer)).held).toBe(1_500_000n);
});

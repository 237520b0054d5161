import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { callsWorld, type CallsWorld, CENT_A_SECOND, type Placed } from '../testing/calls-world.ts';
import { eachWithoutCalls } from '../testing/no-calls.ts';

/** WebSockets that closed without a word that a server heard, found among those that the engine has. */

const { database } = await testDatabase();
eachWithoutCalls(database);

const listed = ({ id, sipCallId, fromTag, toTag }: Placed, state: 'early' | 'answered' = 'answered') => ({
  call: id,
  sipCallId,
  fromTag,
  toTag: state === 'early' ? '' : toTag,
  state,
  answeredAtMs: null,
});
const read = async (world: CallsWorld) => {
  world.clock.passSeconds(5);
  await world.tick('reap calls');
};
const priced = async () => await callsWorld(database, { terms: CENT_A_SECOND });

test('a browser that went while no server heard of it is noted, and its call ends once it is silent', async () => {
  const world = await priced();
  const call = await world.talk(await world.customer('10.00'));
  world.engine.dialogs = [listed(call)];
  await read(world);
  expect((await world.call(call.id)).connectionClosedAt).toBeNull();

  world.engine.connections = [];
  await read(world);

  expect(await world.call(call.id)).toMatchObject({
    connectionClosedAt: world.clock.now(),
    decidedEnd: null,
    progress: { state: 'answered' },
  });
});

test('a call whose browser went before it was allowed rings for nobody', async () => {
  const world = await priced();
  const call = await world.place(await world.customer('10.00'));
  world.engine.dialogs = [listed(call, 'early')];
  world.engine.connections = [];

  await read(world);

  expect(world.engine.said).toEqual([`cancel ${call.id}`]);
});

test('who comes back by another connection while the list is read is not taken for gone', async () => {
  const world = await priced();
  const call = await world.talk(await world.customer('10.00'));
  world.engine.dialogs = [listed(call)];
  const moved = { type: 'call.moved', key: `${call.id}:moved`, call: call.id, connection: '127.0.0.1:40002' } as const;
  world.deps.listConnections = async () => {
    await world.report({ ...moved, at: world.clock.now().getTime() });
    return [];
  };

  await read(world);

  expect(await world.call(call.id)).toMatchObject({ connection: '127.0.0.1:40002', connectionClosedAt: null });
});

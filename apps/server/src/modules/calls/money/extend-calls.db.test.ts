import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { EventOf } from '../../../platform/events.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { callsWorld, CENT_A_SECOND, CENTS_2, type CallsWorld, ended, type Placed } from '../testing/calls-world.ts';
import { eachWithoutCalls } from '../testing/no-calls.ts';

const { database } = await testDatabase();
eachWithoutCalls(database);

/** Lets time pass as the server sees it: a tick each half second. */
async function pass(world: CallsWorld, seconds: number) {
  for (let half = 0; half < seconds * 2; half++) {
    world.clock.pass(500);
    await world.tick('due calls');
  }
}
/** The order to end a call so many seconds after its answer. */
const extendTo = async (world: CallsWorld, { id, sipCallId }: Placed, seconds: number) => {
  const { progress } = await world.call(id);
  if (progress.state !== 'answered') throw new Error(`call ${id} is not answered`);
  return `extend to ${new Date(progress.answeredAt.getTime() + seconds * 1000).toISOString()} ${sipCallId}`;
};
const talk = async (world: CallsWorld, customer: Parameters<CallsWorld['talk']>[0]) => {
  const call = await world.talk(customer);
  world.keepHeard(call);
  return call;
};

test('75 seconds before the end of a stretch the next is held first, then the engine is told', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('10.00');
  const call = await talk(world, customer);

  await pass(world, 74.5);
  expect(world.engine.said).toEqual([]);
  const held: bigint[] = [];
  world.engine.onOrder = async () => void held.push((await world.wallet(customer)).held);
  await pass(world, 0.5);

  expect(world.engine.said).toEqual([await extendTo(world, call, 225)]);
  expect(held).toEqual([2_250_000n]);
  expect((await world.call(call.id)).grantedSeconds).toBe(225);
});

test('a call goes on for as long as there is money; a minute before the end the caller is warned over the far side', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await talk(world, await world.customer('4.00'));

  await pass(world, 339.5);
  expect(world.engine.said.filter((order) => !order.startsWith('extend'))).toEqual([]);
  await pass(world, 0.5);
  expect(world.engine.said.slice(-2)).toEqual([`block ${call.toTag}`, `play ends-in-60.wav to ${call.fromTag}`]);
  await pass(world, 4);

  expect(world.engine.said.slice(-2)).toEqual([`stop ${call.fromTag}`, `unblock ${call.toTag}`]);
  expect(await world.call(call.id)).toMatchObject({ grantedSeconds: 400, isEndKnown: true });
  await pass(world, 50);
  expect(world.engine.said.filter((order) => order.startsWith('play'))).toHaveLength(1);
});

test('with 40 seconds in all the caller is warned at once', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await talk(world, await world.customer('0.40'));

  await pass(world, 1);

  expect(world.engine.said).toEqual([`block ${call.toTag}`, expect.stringMatching(/^play ends-in-(39|40).wav/)]);
});

test('with less than 20 seconds nobody is warned', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  await talk(world, await world.customer('0.19'));

  await pass(world, 15);

  expect(world.engine.said).toEqual([]);
});

test('a top-up lengthens a call at once, without waiting for a tick', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('0.90');
  const call = await talk(world, customer);
  await pass(world, 16);
  expect((await world.call(call.id)).isEndKnown).toBe(true);

  await world.topUp(customer, '5.00');
  world.calls.hear([walletChanged(customer)]);

  await expect.poll(() => world.engine.said).toContain(await extendTo(world, call, 166));
  expect(await world.call(call.id)).toMatchObject({ isEndKnown: false, grantedSeconds: 166 });
});

test('a top-up during the warning takes it back', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('0.90');
  const call = await talk(world, customer);
  await pass(world, 31);
  expect(world.engine.said.at(-1)).toBe(`play ends-in-60.wav to ${call.fromTag}`);

  await world.topUp(customer, '5.00');
  world.calls.hear([walletChanged(customer)]);

  await expect.poll(() => world.engine.said.slice(-2)).toEqual([`stop ${call.fromTag}`, `unblock ${call.toTag}`]);
  await pass(world, 20);
  expect(world.engine.said.filter((order) => order.startsWith('play'))).toHaveLength(1);
});

test('a top-up whose event got lost is found within five seconds', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('0.90');
  const call = await talk(world, customer);
  await pass(world, 60);

  await world.topUp(customer, '5.00');
  await pass(world, 5);

  expect((await world.call(call.id)).grantedSeconds).toBeGreaterThan(200);
});

test('the far side gets its voice back when the warning cannot be played', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await talk(world, await world.customer('0.90'));
  await pass(world, 29.5);
  const play = world.engine.media.playMedia;
  world.deps.media.playMedia = async (side, file) => {
    await play(side, file);
    throw new Error('no such file');
  };

  await pass(world, 0.5);

  expect(world.engine.said.slice(-2)).toEqual([`stop ${call.fromTag}`, `unblock ${call.toTag}`]);
});

test('the far side gets its voice back when the call ends during the warning', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await talk(world, await world.customer('0.90'));
  const answeredAt = world.clock.now();
  await pass(world, 31);

  await world.report(ended(call, { answeredAt, at: world.clock.now() }));
  await pass(world, 5);

  expect(world.engine.said.at(-1)).toBe(`unblock ${call.toTag}`);
});

test('a limit that the engine did not take is sent again until it has', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await talk(world, await world.customer('10.00'));
  world.engine.outcome = 'no_answer';
  await pass(world, 77);
  world.engine.outcome = 'done';
  await pass(world, 5);

  expect(world.engine.said).toEqual(Array<string>(4).fill(await extendTo(world, call, 225)));
});

test('when the engine comes back every running call has its limit sent again', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await talk(world, await world.customer('10.00'));
  await pass(world, 10);

  world.calls.listener.connected('another epoch');
  await expect.poll(async () => (await world.call(call.id)).due.sendGrantedEndAt).not.toBeNull();
  await pass(world, 0.5);

  expect(world.engine.said).toContain(await extendTo(world, call, 150));
});

test('where the database could not take it when the engine came back, every granted end is sent again as soon as it can', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await talk(world, await world.customer('10.00'));
  const failed = vi.spyOn(world.deps.log, 'error');
  await sql`alter table calls.call add constraint no_limit_due check (send_limit_at is null)`.execute(database);
  try {
    world.calls.listener.connected('another epoch');
    await expect.poll(() => failed.mock.calls.length).toBe(1);
    await expect(world.tick('send granted ends again')).rejects.toThrow('no_limit_due');
  } finally {
    await sql`alter table calls.call drop constraint no_limit_due`.execute(database);
  }

  await world.tick('send granted ends again');
  await pass(world, 0.5);
  await world.tick('send granted ends again');
  await pass(world, 0.5);

  expect(world.engine.said).toEqual([await extendTo(world, call, 150)]);
});

test('several calls on one wallet share it to the last increment, and none passes it', async () => {
  const world = await callsWorld(database, { terms: CENTS_2 });
  const customer = await world.customer('0.20');
  const answeredAt = world.clock.now();
  const calls = [await talk(world, customer), await talk(world, customer), await talk(world, customer)];

  await pass(world, 600);

  const granted = await Promise.all(calls.map(async (call) => (await world.call(call.id)).grantedSeconds ?? 0));
  expect(granted.reduce((sum, seconds) => sum + seconds, 0)).toBe(600);
  expect(await world.wallet(customer)).toEqual({ balance: 200_000n, held: 200_000n });
  for (const [index, call] of calls.entries()) {
    const at = new Date(answeredAt.getTime() + (granted[index] ?? 0) * 1000);
    await world.report(ended(call, { answeredAt, at }, 'limit'));
    expect((await world.call(call.id)).progress).toMatchObject({ reason: 'credit_exhausted' });
  }
  expect(await world.wallet(customer)).toEqual({ balance: 0n, held: 0n });
});

test('no call lasts longer than the longest that is set, whatever it can pay', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND, settings: { longestSeconds: 200 } });
  const call = await talk(world, await world.customer('100.00'));
  const answeredAt = world.clock.now();
  await pass(world, 199);

  expect(await world.call(call.id)).toMatchObject({ grantedSeconds: 200, isEndKnown: false });
  await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'limit'));
  expect((await world.call(call.id)).progress).toMatchObject({ reason: 'duration_limit' });
});

test('two servers ask for the next stretch at the same time: it is held once', async () => {
  const one = await callsWorld(database, { terms: CENT_A_SECOND });
  const two = await callsWorld(database, { terms: CENT_A_SECOND, clock: one.clock, engine: one.engine });
  const customer = await one.customer('10.00');
  await talk(one, customer);
  one.clock.passSeconds(75);

  await Promise.all([one.tick('due calls'), two.tick('due calls'), one.tick('due calls'), two.tick('due calls')]);

  expect((await one.wallet(customer)).held).toBe(2_250_000n);
});

const walletChanged = (customer: { accountId: string; walletId: string }): EventOf<'wallet.changed'> => ({
  position: 1,
  type: 'wallet.changed',
  accountId: customer.accountId,
  subjectId: customer.walletId,
  payload: {},
  occurredAt: new Date(),
});

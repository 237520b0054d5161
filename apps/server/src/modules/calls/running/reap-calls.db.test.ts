import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { releaseHold } from '../../ledger/index.ts';
import type { RunningDialog } from '../record/engine.ts';
import {
  answered,
  callsWorld,
  type CallsWorld,
  CENT_A_SECOND,
  ended,
  ledgerOf,
  type Placed,
  testClock,
} from '../testing/calls-world.ts';
import { eachWithoutCalls } from '../testing/no-calls.ts';
import { ruledNumber } from '../testing/ruled-number.ts';

const { database } = await testDatabase();
eachWithoutCalls(database);

const listed = (call: Omit<Placed, 'decision'>, over: Partial<RunningDialog> = {}): RunningDialog => ({
  call: call.id,
  sipCallId: call.sipCallId,
  fromTag: call.fromTag,
  toTag: call.toTag,
  state: 'answered',
  answeredAtMs: null,
  ...over,
});
const read = async (world: CallsWorld, seconds = 5) => {
  world.clock.passSeconds(seconds);
  await world.tick('reap calls');
};
const priced = async () => await callsWorld(database, { terms: CENT_A_SECOND });

test('an open call that two readings lack ends at the last reading that had it, and its media is deleted', async () => {
  const world = await priced();
  const customer = await world.customer('10.00');
  const call = await world.talk(customer);
  world.engine.dialogs = [listed(call)];
  for (let reading = 0; reading < 4; reading++) await read(world);

  world.engine.dialogs = [];
  await read(world);
  expect((await world.call(call.id)).progress.state).toBe('answered');
  await read(world);

  expect((await world.call(call.id)).progress).toMatchObject({
    state: 'ended',
    reason: 'engine_lost',
    endedBy: 'farline',
  });
  expect(await ledgerOf(database, customer.walletId)).toMatchObject({ balance: 9_800_000n, held: 0n, open: 0 });
  expect(world.engine.said).toContain(`delete ${call.sipCallId}`);
});

test('a lost call that cannot be closed keeps neither the others open nor an orphan alive', async () => {
  const world = await priced();
  const broken = await world.talk(await world.customer('10.00'));
  const customers = [await world.customer('10.00'), await world.customer('10.00')];
  for (const customer of customers) await world.talk(customer);
  const { holdId } = await world.call(broken.id);
  await releaseHold(database, { holdId: holdId ?? '', at: world.clock.now() });
  world.engine.dialogs = [];
  await read(world);
  world.engine.dialogs = [{ ...unknown, state: 'answered' }];

  await read(world);

  for (const { walletId } of customers) expect(await ledgerOf(database, walletId)).toMatchObject({ held: 0n, open: 0 });
  expect(world.engine.said).toContain('end theirs');
  expect((await world.call(broken.id)).progress.state).toBe('answered');
});

test('a call that one reading lacks goes on', async () => {
  const world = await priced();
  const call = await world.talk(await world.customer('10.00'));
  world.engine.dialogs = [];
  await read(world);
  world.engine.dialogs = [listed(call)];
  await read(world);
  world.engine.dialogs = [];
  await read(world);

  expect(await world.call(call.id)).toMatchObject({ progress: { state: 'answered' } });
});

test('a call that was allowed just before the list was read is not missed yet', async () => {
  const world = await priced();
  const call = await world.talk(await world.customer('10.00'));
  world.engine.dialogs = [];
  await read(world, 1);

  expect((await world.call(call.id)).missingSince).toBeNull();
});

test('two servers that read at the same time are one reading', async () => {
  const one = await priced();
  const two = await callsWorld(database, { terms: CENT_A_SECOND, clock: one.clock, engine: one.engine });
  const call = await one.talk(await one.customer('10.00'));
  one.engine.dialogs = [];
  one.clock.passSeconds(5);

  await one.tick('reap calls');
  one.clock.passSeconds(1);
  await two.tick('reap calls');

  expect((await one.call(call.id)).progress.state).toBe('answered');
});

test('an engine that does not answer decides nothing, however long', async () => {
  const world = await priced();
  const call = await world.talk(await world.customer('10.00'));
  world.engine.dialogs = null;
  for (let reading = 0; reading < 5; reading++) await expect(read(world, 60)).rejects.toThrow('does not answer');

  expect((await world.call(call.id)).progress.state).toBe('answered');
});

test('an allowed call that the engine never had, or lost, gives its hold back', async () => {
  const world = await priced();
  const customer = await world.customer('10.00');
  const call = await world.place(customer);
  world.engine.dialogs = [];
  await read(world);
  await read(world);

  expect((await world.call(call.id)).progress).toMatchObject({ reason: 'engine_lost', answeredAt: null });
  expect(await ledgerOf(database, customer.walletId)).toMatchObject({ balance: 10_000_000n, held: 0n });
});

test('a call that has ended here is ended at the engine, again until it is gone there', async () => {
  const world = await priced();
  const call = await world.talk(await world.customer('10.00'));
  const answeredAt = world.clock.now();
  await world.report(ended(call, { answeredAt, at: answeredAt }));
  world.engine.dialogs = [listed(call)];

  await read(world);
  await read(world);

  expect(world.engine.said).toEqual([`end ${call.sipCallId}`, `end ${call.sipCallId}`]);
});

test('a call that ends while the list is read is left alone', async () => {
  const world = await priced();
  const call = await world.talk(await world.customer('10.00'));
  const answeredAt = world.clock.now();
  await world.report(ended(call, { answeredAt, at: answeredAt }));
  const lists = [[listed(call)], []];
  const reap = world.calls.ticks.find((tick) => tick.name === 'reap calls');
  world.deps.listDialogs = async () => lists.shift() ?? [];

  await reap?.run();

  expect(lists).toEqual([]);
  expect(world.engine.said).toEqual([]);
});

test('a call that nobody here knows is ended at the engine', async () => {
  const world = await priced();
  world.engine.dialogs = [
    { ...unknown, state: 'answered' },
    { ...unknown, call: '01890000-0000-7000-8000-000000000002', state: 'early', toTag: '' },
  ];

  await read(world);

  expect(world.engine.said).toEqual(['end theirs', 'cancel 01890000-0000-7000-8000-000000000002']);
});

test('an answer whose report was lost is taken from the list', async () => {
  const world = await priced();
  const call = await world.place(await world.customer('10.00'));
  const answeredAtMs = world.clock.now().getTime() + 2_345;
  world.engine.dialogs = [listed(call, { answeredAtMs })];

  await read(world, 10);

  expect((await world.call(call.id)).progress).toMatchObject({ state: 'answered', answeredAt: new Date(answeredAtMs) });
});

test.each([
  ['its report', (call: Omit<Placed, 'decision'>, answeredAt: Date) => answered(call, answeredAt, 'attendant')],
  ['the report of its end', () => null],
])('who took a call whose answer was taken from the list is told by %s', async (_what, late) => {
  const world = await priced();
  const call = await (
    await ruledNumber(world, { balance: '10.00', rule: { unanswered: { do: 'voicemail' } } })
  ).receive();
  const answeredAt = new Date(world.clock.now().getTime() + 1_000);
  world.engine.dialogs = [listed(call, { answeredAtMs: answeredAt.getTime() })];
  await read(world, 10);
  const report = late(call, answeredAt);
  if (report !== null) await world.report(report);
  expect(await world.call(call.id)).toMatchObject({ connection: report === null ? null : 'attendant' });

  await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'caller', 'attendant'));
  expect((await world.call(call.id)).progress).toMatchObject({ reason: 'voicemail' });
});

test('a call that rings beyond every time that is set is cancelled', async () => {
  const world = await priced();
  const call = await world.place(await world.customer('10.00'));
  world.engine.dialogs = [listed(call, { state: 'early', toTag: '' })];

  await read(world, 150);
  expect(world.engine.said).toEqual([]);
  await read(world, 5);
  await world.tick('due calls');

  expect(world.engine.said).toEqual([`cancel ${call.id}`]);
});

test('a call that comes in may ring for as long as all turns and a forward last, and is cancelled then', async () => {
  const world = await priced();
  const { receive } = await ruledNumber(world, { balance: '10.00', rule: {} });
  const call = await receive();
  world.engine.dialogs = [listed(call, { state: 'early', toTag: '' })];

  await read(world, 240);
  expect(world.engine.said).toEqual([]);
  await read(world, 5);
  await world.tick('due calls');
  expect(world.engine.said).toEqual([`cancel ${call.id}`]);
});

test('an INVITE that never came ends the call without a charge', async () => {
  const world = await priced();
  const call = await world.initiate(await world.customer('10.00'));
  world.clock.passSeconds(66);

  await world.tick('expire calls');

  expect((await world.call(call.id)).progress).toMatchObject({ reason: 'not_placed' });
});

test('a call that cannot be closed keeps no other one open whose INVITE never came', async () => {
  const world = await priced();
  const customer = await world.customer('10.00');
  const broken = await world.initiate(customer);
  const others = [await world.initiate(customer), await world.initiate(customer)];
  const staysOpen = sql`check (id <> ${sql.lit(broken.id)} or state <> 'ended')`;
  await sql`alter table calls.call add constraint stays_open ${staysOpen}`.execute(database);
  world.clock.passSeconds(66);

  try {
    await world.tick('expire calls');
  } finally {
    await sql`alter table calls.call drop constraint stays_open`.execute(database);
  }

  for (const { id } of others) expect((await world.call(id)).progress).toMatchObject({ reason: 'not_placed' });
});

test('after a silence of the engine for an hour a lost call is charged to the last reading that had it', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND, clock: testClock() });
  const customer = await world.customer('1.00');
  const call = await world.talk(customer);
  world.engine.dialogs = [listed(call)];
  await read(world, 20);
  world.engine.dialogs = [];
  await read(world, 3_600);
  await read(world);

  expect((await world.call(call.id)).charge).toEqual({ answeredSeconds: 20, costMicros: 200_000n });
});

const unknown = {
  call: '01890000-0000-7000-8000-000000000001',
  sipCallId: 'theirs',
  fromTag: 'a',
  toTag: 'b',
  answeredAtMs: 1,
};

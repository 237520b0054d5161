import type { IncomingAsk } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { numbersOf } from '../../numbers/index.ts';
import {
  answered,
  type CallsWorld,
  callsWorld,
  type Customer,
  ended,
  failed,
  ringing,
} from '../testing/calls-world.ts';

const { database } = await testDatabase();

const MINUTE_MS = 60_000;
const PAGE = '192.0.2.7:51000';

/** The user is signed in for ten minutes; gives the session. */
async function signedIn(world: CallsWorld, { userId }: Pick<Customer, 'userId'>): Promise<string> {
  const [id, at] = [newId(), world.clock.now()];
  await sql`insert into accounts.session (id, user_id, remembered, address, created_at, last_seen_at, expires_at)
    values (${id}, ${userId}, false, '192.0.2.7', ${at}, ${at}, ${new Date(at.getTime() + 10 * MINUTE_MS)})`.execute(
    database,
  );
  return id;
}

/** Somebody out there calls the account's number. */
async function calledIn(world: CallsWorld, customer: Customer) {
  const [number = ''] = await numbersOf(database, customer.accountId);
  const ask: IncomingAsk = {
    type: 'incoming.ask',
    transactionIndex: 1,
    transactionLabel: 2,
    at: world.clock.now().getTime(),
    dialled: number,
    caller: '+447700900555',
    privacy: '',
    source: '127.0.0.1:5090',
    sipCallId: `in-${newId()}`,
    fromTag: 'from',
  };
  const decision = await world.calls.listener.receive(ask);
  return { id: decision.call ?? '', sipCallId: ask.sipCallId, fromTag: 'from', toTag: 'to', decision };
}

/** What pages were told of the call: its status each time, and whether it was missed. */
async function told(id: string) {
  const { rows } = await sql<{ status: string | null; isMissed: boolean | null }>`
    select payload -> 'call' ->> 'status' as status, (payload ->> 'isMissed')::boolean as "isMissed"
    from platform.event where subject_id = ${id} order by id`.execute(database);
  return rows;
}

test('a call rings the browsers of the users who are signed in, and of nobody else', async () => {
  const world = await callsWorld(database);
  const [ada, bob] = [await world.customer('2.00'), await world.customer('2.00')];
  expect((await calledIn(world, ada)).decision).toMatchObject({ decision: 'ring', users: '' });

  const first = await signedIn(world, ada);
  const second = await signedIn(world, ada);
  await signedIn(world, bob);
  expect((await calledIn(world, ada)).decision).toMatchObject({ decision: 'ring', users: ada.userId });

  const end = async (id: string) =>
    await sql`update accounts.session set ended_at = now(), ended_because = 'signed_out' where id = ${id}`.execute(
      database,
    );
  await end(first);
  expect((await calledIn(world, ada)).decision).toMatchObject({ users: ada.userId });
  await end(second);
  expect((await calledIn(world, ada)).decision).toMatchObject({ users: '' });
});

test('a session that is past its end rings nothing, and a closed account has no number', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  await signedIn(world, customer);
  world.clock.passSeconds(10 * 60);
  expect((await calledIn(world, customer)).decision).toMatchObject({ decision: 'ring', users: '' });

  await signedIn(world, customer);
  await sql`update accounts.account set state = 'closed' where id = ${customer.accountId}`.execute(database);
  expect((await calledIn(world, customer)).decision).toMatchObject({ decision: 'refuse', status: 404 });
});

test('a call that a browser answers is cut when its WebSocket closes and it is heard no more', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await calledIn(world, customer);
  const answeredAt = world.clock.now();
  await world.report(ringing(call, answeredAt));
  await world.report(answered(call, answeredAt, PAGE));
  expect(await world.call(call.id)).toMatchObject({ connection: PAGE, progress: { state: 'answered' } });

  world.calls.listener.socketClosed({ connection: PAGE, at: answeredAt.getTime() });
  await expect.poll(async () => (await world.call(call.id)).connectionClosedAt).not.toBeNull();
  const side = (tag: string, at: Date) => ({
    tag,
    sends: true,
    isConnected: true,
    lastPacketAt: at,
    lastSignAt: at,
    packetsTaken: at.getTime() / 1_000,
  });
  const hear = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      world.clock.passSeconds(1);
      const sides = [side(call.fromTag, world.clock.now()), side(call.toTag, answeredAt)];
      world.engine.readings.set(call.sipCallId, { sides });
      await world.tick('due calls');
    }
  };
  const orders = () => world.engine.said.filter((order) => order.startsWith('end '));
  await hear(14);
  expect(orders()).toEqual([]);
  await hear(1);
  expect(orders()).toContain(`end ${call.sipCallId}`);

  await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'server'));
  expect(await world.call(call.id)).toMatchObject({
    charge: { answeredSeconds: 15, costMicros: 0n },
    progress: { state: 'ended', reason: 'media_lost', endedBy: 'farline' },
  });
});

test('a browser that has moved stays where its last move says, however late and often its answer is told', async () => {
  const world = await callsWorld(database);
  const call = await calledIn(world, await world.customer('2.00'));
  const at = world.clock.now();
  const { id, sipCallId, fromTag, toTag } = call;
  const connection = async () => (await world.call(id)).connection;
  const moves = async (to: string) =>
    await world.report({ type: 'call.moved', key: `${id}:moved:${to}`, call: id, at: at.getTime(), connection: to });
  world.engine.dialogs = [{ call: id, sipCallId, fromTag, toTag, state: 'answered', answeredAtMs: at.getTime() }];
  world.clock.passSeconds(5);
  await world.tick('reap calls');
  expect(await world.call(id)).toMatchObject({ connection: null, progress: { state: 'answered' } });

  await world.report(answered(call, at, PAGE));
  await moves('192.0.2.8:52000');
  expect(await connection()).toBe('192.0.2.8:52000');
  await moves('192.0.2.9:53000');
  await world.report(answered(call, at, PAGE));
  expect(await connection()).toBe('192.0.2.9:53000');
});

test('a WebSocket that closes while a call rings ends nothing: others may answer it', async () => {
  const world = await callsWorld(database);
  const call = await calledIn(world, await world.customer('2.00'));
  await world.report(ringing(call, world.clock.now()));

  world.calls.listener.socketClosed({ connection: PAGE, at: world.clock.now().getTime() });
  await world.report(answered(call, world.clock.now()));

  expect(await world.call(call.id)).toMatchObject({ connectionClosedAt: null, progress: { state: 'answered' } });
  expect(world.engine.said).toEqual([]);
});

test.each([
  ['declined', 603, 'final', { reason: 'rejected', endedBy: 'callee' }, null],
  ['busy everywhere', 486, 'final', { reason: 'busy', endedBy: 'callee' }, true],
  ['not answered', 480, 'ringing_timeout', { reason: 'no_answer', endedBy: 'farline' }, true],
  ['given up', 487, 'cancelled', { reason: 'cancelled', endedBy: 'caller' }, true],
] as const)('pages hear that a call rings, and that it was %s', async (_what, status, cause, ending, isMissed) => {
  const world = await callsWorld(database);
  const call = await calledIn(world, await world.customer('2.00'));
  await world.report(ringing(call, world.clock.now()));
  await world.report(failed(call, world.clock.now(), status, cause));

  expect((await world.call(call.id)).progress).toMatchObject({ state: 'ended', ...ending });
  const pushed = await told(call.id);
  expect(pushed.length).toBeGreaterThanOrEqual(3);
  expect(pushed.at(-1)).toMatchObject({ isMissed });
});

test('pages hear that a call was answered, wherever it was', async () => {
  const world = await callsWorld(database);
  const call = await calledIn(world, await world.customer('2.00'));
  await world.report(ringing(call, world.clock.now()));
  const before = (await told(call.id)).length;

  await world.report(answered(call, world.clock.now()));

  expect(await told(call.id)).toHaveLength(before + 1);
});

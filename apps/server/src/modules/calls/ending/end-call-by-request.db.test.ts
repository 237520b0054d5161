import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { endCallByRequest } from './end-call-by-request.ts';
import { reportStatus } from './report-status.ts';
import {
  answered,
  callsWorld,
  type CallsWorld,
  CENT_A_SECOND,
  ended,
  failed,
  type Placed,
  ringing,
} from '../testing/calls-world.ts';
import { viewOfCall } from '../history/call-view.ts';
import { eachWithoutCalls } from '../testing/no-calls.ts';
import { ruledNumber } from '../testing/ruled-number.ts';

const { database } = await testDatabase();
eachWithoutCalls(database);

/** The engine does what it is told, and reports it. */
const obedient = (world: CallsWorld, call: Omit<Placed, 'decision'>) => {
  const answeredAt = world.clock.now();
  world.engine.onOrder = async (order) => {
    world.clock.passSeconds(5);
    if (order.startsWith('end')) await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'server'));
    if (order.startsWith('cancel')) await world.report(failed(call, world.clock.now(), 487, 'cancelled'));
  };
};

test('ending a running call ends it at the engine and returns it with its price', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('2.00');
  const call = await world.talk(customer);
  obedient(world, call);

  const record = await endCallByRequest(world.deps, { callId: call.id, accountId: customer.accountId });

  expect(record.progress).toMatchObject({ state: 'ended', reason: 'ended_by_request', endedBy: 'caller' });
  expect(record.charge).toEqual({ answeredSeconds: 5, costMicros: 50_000n });
});

test('ending a call that still rings cancels it', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.place(customer);
  await world.report(ringing(call, world.clock.now()));
  obedient(world, call);

  const record = await endCallByRequest(world.deps, { callId: call.id, accountId: customer.accountId });

  expect(world.engine.said).toEqual([`cancel ${call.id}`]);
  expect(record.progress).toMatchObject({ reason: 'cancelled', endedBy: 'caller' });
  expect(await world.wallet(customer)).toEqual({ balance: 2_000_000n, held: 0n });
});

test('ending a call that came in and still rings declines it: it is not told as missed', async () => {
  const world = await callsWorld(database);
  const { customer, receive } = await ruledNumber(world, { balance: '2.00', rule: {} });
  const call = await receive();
  await world.report(ringing(call, world.clock.now()));
  obedient(world, call);

  const record = await endCallByRequest(world.deps, { callId: call.id, accountId: customer.accountId });

  expect(viewOfCall(record)).toMatchObject({
    status: 'cancelled',
    reason: 'ended_by_request',
    endedBy: 'callee',
    reasonText: 'You declined the call.',
  });
  const { rows } = await sql`select payload -> 'isMissed' as "isMissed" from platform.event
    where type = 'call.ended' and subject_id = ${call.id}`.execute(database);
  expect(rows).toEqual([{ isMissed: null }]);
});

test('whoever was called and has the call ended while it runs has ended it', async () => {
  const world = await callsWorld(database);
  const { customer, receive } = await ruledNumber(world, { balance: '2.00', rule: {} });
  const call = await receive();
  await world.report(answered(call, world.clock.now(), '127.0.0.1:40001'));
  obedient(world, call);

  const record = await endCallByRequest(world.deps, { callId: call.id, accountId: customer.accountId });

  expect(viewOfCall(record)).toMatchObject({ endedBy: 'callee', reasonText: 'You ended the call.' });
});

test('a call that was answered while it was being cancelled is ended, not cancelled, and pays for its seconds', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('2.00');
  const call = await world.place(customer);
  await world.report(ringing(call, world.clock.now()));
  const answeredAt = world.clock.now();
  world.engine.onOrder = async () => {
    // Too late for CANCEL: the answer's report is on its way, and the order comes again as BYE.
    world.clock.passSeconds(2);
    await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'server'));
  };

  const record = await endCallByRequest(world.deps, { callId: call.id, accountId: customer.accountId });

  expect(record.progress).toMatchObject({ state: 'ended', reason: 'ended_by_request', endedBy: 'caller' });
  expect(record.charge).toEqual({ answeredSeconds: 2, costMicros: 20_000n });
});

test('ending a call whose INVITE has not come ends it at once, and the INVITE is refused', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.initiate(customer);

  const record = await endCallByRequest(world.deps, { callId: call.id, accountId: customer.accountId });

  expect(record.progress).toMatchObject({ state: 'ended', reason: 'cancelled' });
  expect(world.engine.said).toEqual([]);
  expect(await world.calls.listener.decide(world.ask(customer, call))).toMatchObject({ reason: 'not_allowed' });
});

test('ending a call twice changes nothing', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('2.00');
  const call = await world.talk(customer);
  obedient(world, call);
  const request = { callId: call.id, accountId: customer.accountId };

  const first = await endCallByRequest(world.deps, request);

  expect(await endCallByRequest(world.deps, request)).toEqual(first);
  expect(world.engine.said).toHaveLength(1);
});

test("somebody else's call is not found", async () => {
  const world = await callsWorld(database);
  const call = await world.talk(await world.customer('2.00'));
  const stranger = await world.customer('2.00');

  await expect(endCallByRequest(world.deps, { callId: call.id, accountId: stranger.accountId })).rejects.toMatchObject({
    status: 404,
  });
});

test('an engine that does not answer leaves the call running in the reply; it is ended as soon as it does', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('2.00');
  const call = await world.talk(customer);
  world.engine.outcome = 'no_answer';

  const record = await endCallByRequest(world.deps, { callId: call.id, accountId: customer.accountId });
  expect(record.progress.state).toBe('answered');
  obedient(world, call);
  world.clock.passSeconds(1);
  await world.tick('due calls');

  expect((await world.call(call.id)).progress).toMatchObject({ reason: 'ended_by_request' });
});

test('a caller who hangs up while the end is under way has hung up', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('2.00');
  const call = await world.talk(customer);
  const answeredAt = world.clock.now();
  world.engine.onOrder = async () => {
    await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'caller'));
  };

  const record = await endCallByRequest(world.deps, { callId: call.id, accountId: customer.accountId });

  expect(record.progress).toMatchObject({ reason: 'hangup_caller' });
});

test('a client that reports completed ends the call through the engine', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('2.00');
  const call = await world.talk(customer);
  obedient(world, call);

  const record = await reportStatus(world.deps, {
    callId: call.id,
    accountId: customer.accountId,
    status: 'completed',
  });

  expect(record.progress.state).toBe('ended');
  expect(record.charge?.answeredSeconds).toBe(5);
});

test('a client cannot take a call backwards, and its report changes nothing else', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('2.00');
  const call = await world.talk(customer);
  const report = async (status: 'ringing' | 'in-progress' | 'failed') =>
    await reportStatus(world.deps, { callId: call.id, accountId: customer.accountId, status });

  await expect(report('ringing')).rejects.toMatchObject({ status: 409, code: 'status_goes_backwards' });
  expect((await report('in-progress')).progress.state).toBe('answered');
  expect((await report('failed')).progress.state).toBe('answered');
  expect(world.engine.said).toEqual([]);
});

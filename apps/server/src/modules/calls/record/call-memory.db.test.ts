import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/database.ts';
import { countQueries } from '../../../testing/count-queries.ts';
import { BUSY, testDatabase } from '../../../testing/test-database.ts';
import { rememberedCall } from './call-memory.ts';
import { changeCall, findCall } from './calls-store.ts';
import { withDecidedEnd } from '../ending/order-end.ts';
import { answered, callsWorld, CENT_A_SECOND, ended, ledgerOf, notPlaced, ringing } from '../testing/calls-world.ts';

const { database, url } = await testDatabase();
const queries = countQueries(url);
/** The same database, as another process sees it: with nothing in its memory. */
const elsewhere = openDatabase({ url, poolSize: 2, name: 'elsewhere', patience: BUSY });
afterAll(async () => await elsewhere.destroy());

const named = (id: string) => ({ id, sipCallId: `sip-${id}`, fromTag: `from-${id}`, toTag: `to-${id}` });

test('what is remembered of a call is what the table has, from its request until it ends', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const { id, to } = await world.initiate(customer);
  const at = world.clock.now();
  const isAsWritten = async () => {
    const remembered = rememberedCall(database, id);
    expect(remembered).not.toBeNull();
    expect(remembered).toEqual(await findCall(elsewhere, id));
  };

  await isAsWritten();
  await world.calls.listener.decide(world.ask(customer, { id, to }));
  await isAsWritten();
  await world.report(ringing(named(id), at));
  await isAsWritten();
  await world.report(answered(named(id), at));
  await isAsWritten();
  await world.report(ended(named(id), { answeredAt: at, at: new Date(at.getTime() + 3_000) }));

  expect(rememberedCall(database, id)).toBeNull();
});

test('what another server changed meanwhile is kept', async () => {
  const world = await callsWorld(database);
  const { id } = await world.place(await world.customer('2.00'));
  const now = world.clock.now();
  await changeCall(elsewhere, id, { isTold: false }, (call) =>
    withDecidedEnd(call, { reason: 'ended_by_request', now }),
  );

  await world.report(answered(named(id), now));

  const call = await world.call(id);
  expect(call.progress.state).toBe('answered');
  expect(call.decidedEnd?.reason).toBe('ended_by_request');
});

test('a call that another server allowed is not left as it is remembered here', async () => {
  const world = await callsWorld(database);
  const other = await callsWorld(elsewhere, { clock: world.clock });
  const customer = await world.customer('2.00');
  const call = await world.initiate(customer);
  await other.calls.listener.decide(other.ask(customer, call));
  expect((await world.wallet(customer)).held).toBe(60_000n);

  await world.report(notPlaced(named(call.id), world.clock.now()));

  expect((await world.wallet(customer)).held).toBe(0n);
});

test('a call that another server ended is ended and charged once', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const other = await callsWorld(elsewhere, { terms: CENT_A_SECOND, clock: world.clock });
  const customer = await world.customer('2.00');
  const { id } = await world.talk(customer);
  const answeredAt = world.clock.now();
  const end = ended(named(id), { answeredAt, at: new Date(answeredAt.getTime() + 10_000) });

  await other.report(end);
  await world.report(end);

  expect(await ledgerOf(database, customer.walletId)).toMatchObject({ balance: 1_900_000n, held: 0n, open: 0 });
});

test('a wallet that changed since it was looked at is dealt out by what it has', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('1.00');
  const [first, second] = [await world.initiate(customer), await world.initiate(customer)];

  const decisions = await Promise.all(
    [first, second].map(async (call) => await world.calls.listener.decide(world.ask(customer, call))),
  );

  // Half of a dollar, then half of what is left, but no less than half a minute.
  expect(decisions.map((decision) => 'grantedSeconds' in decision && decision.grantedSeconds).toSorted()).toEqual([
    30, 50,
  ]);
});

test('a call that is not in the state that is remembered gets no hold', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.initiate(customer);
  // As after a crash of the database that took back what was written last, and another server that went on from there.
  await sql`
    update calls.call set state = 'ended', ended_at = initiated_at, reason = 'not_placed', ended_by = 'farline',
      answered_seconds = 0, cost_micros = 0 where id = ${call.id}`.execute(database);

  expect(await world.calls.listener.decide(world.ask(customer, call))).toMatchObject({ reason: 'not_allowed' });
  expect(await ledgerOf(database, customer.walletId)).toMatchObject({ held: 0n, open: 0 });
});

test('an ordinary call costs few round trips to the database', async () => {
  const world = await callsWorld(elsewhere);
  const customer = await world.customer('2.00');
  const trips = async (work: () => Promise<unknown>) => {
    queries.clear();
    await work();
    return queries.count();
  };
  const at = world.clock.now();
  const call = await world.initiate(customer);
  const { id } = call;

  expect(await trips(async () => await world.initiate(customer))).toBe(2);
  expect(await trips(async () => await world.calls.listener.decide(world.ask(customer, call)))).toBe(2);
  expect(await trips(async () => await world.report(ringing(named(id), at)))).toBe(1);
  expect(await trips(async () => await world.report(answered(named(id), at)))).toBe(1);
  expect(await trips(async () => await world.report(ended(named(id), { answeredAt: at, at })))).toBe(1);
});

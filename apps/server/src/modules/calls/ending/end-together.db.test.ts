import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { inTransaction, openDatabase } from '../../../platform/database.ts';
import { countQueries } from '../../../testing/count-queries.ts';
import { BUSY, testDatabase } from '../../../testing/test-database.ts';
import { settleHold } from '../../ledger/index.ts';
import { waitingStatements } from '../../../testing/waiting-statements.ts';
import { lockCall } from '../record/calls-store.ts';
import {
  answered,
  callsWorld,
  CENT_A_SECOND,
  type CallsWorld,
  type Customer,
  ended,
  ledgerOf,
  type Placed,
} from '../testing/calls-world.ts';

const { database, url } = await testDatabase();
const queries = countQueries(url);
/** The same database, as another server sees it. */
const elsewhere = openDatabase({ url, poolSize: 4, name: 'elsewhere', patience: BUSY });
afterAll(async () => await elsewhere.destroy());

const worldOf = async () => await callsWorld(database, { terms: CENT_A_SECOND });
const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);

async function callsOf(world: CallsWorld, customers: readonly Customer[]): Promise<Placed[]> {
  const calls: Placed[] = [];
  for (const customer of customers) calls.push(await world.talk(customer));
  return calls;
}

test('calls that are answered and end at the same moment are each charged as if alone, in a statement for all', async () => {
  const world = await worldOf();
  const [one, two] = [await world.customer('5.00'), await world.customer('5.00')];
  const placed: Placed[] = [];
  for (const customer of [one, two, one, two]) placed.push(await world.place(customer));
  const answeredAt = world.clock.now();
  queries.clear();
  await Promise.all(placed.map(async (call) => await world.report(answered(call, answeredAt))));
  const trips = queries.count();
  const ends = placed.map((call, place) => ended(call, { answeredAt, at: after(answeredAt, place + 1) }));
  await Promise.all(ends.map(async (end) => await world.report(end)));

  expect([trips, queries.count() - trips]).toEqual([1, 1]);
  expect((await ledgerOf(database, one.walletId)).entries).toEqual(['5000000', '-10000', '-30000']);
  expect((await ledgerOf(database, two.walletId)).entries).toEqual(['5000000', '-20000', '-40000']);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from entry.at - ${answeredAt})::integer as seconds from ledger.entry
    join ledger.transfer on transfer.id = transfer_id
    where cause_id = any (${placed.map(({ id }) => id)}) and wallet_id is not null order by 1`.execute(database);
  expect(rows.map(({ seconds }) => seconds)).toEqual([1, 2, 3, 4]);
});

test('a call that cannot be charged fails alone: those that end with it are charged', async () => {
  const world = await worldOf();
  const customers = [await world.customer('5.00'), await world.customer('5.00'), await world.customer('5.00')];
  const calls = await callsOf(world, customers);
  const answeredAt = world.clock.now();
  const at = after(answeredAt, 3);
  const spoilt = await world.call(calls[1]?.id ?? '');
  await settleHold(database, {
    holdId: spoilt.holdId ?? '',
    chargeMicros: micros(1n),
    cause: { type: 'test', id: spoilt.id },
    houseAccount: 'revenue',
    at,
  });

  const reported = await Promise.allSettled(
    calls.map(async (call) => await world.report(ended(call, { answeredAt, at }))),
  );

  expect(reported.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const states = await Promise.all(calls.map(async ({ id }) => (await world.call(id)).progress.state));
  expect(states).toEqual(['ended', 'answered', 'ended']);
  for (const place of [0, 2]) {
    expect(await world.wallet(customers[place] as Customer)).toEqual({ balance: 4_970_000n, held: 0n });
  }
});

test('a call that somebody is at keeps no other from ending', async () => {
  const world = await worldOf();
  const customer = await world.customer('5.00');
  const [locked, free] = await callsOf(world, [customer, await world.customer('5.00')]);
  if (locked === undefined || free === undefined) throw new Error('both were placed');
  const answeredAt = world.clock.now();
  const end = (call: Placed) => ended(call, { answeredAt, at: after(answeredAt, 3) });

  const waiting = await inTransaction(elsewhere, async (tx) => {
    await lockCall(tx, locked.id);
    const ofLocked = world.report(end(locked));
    await world.report(end(free));
    expect((await world.call(locked.id)).progress.state).toBe('answered');
    return { ofLocked };
  });
  await waiting.ofLocked;

  expect(await world.wallet(customer)).toEqual({ balance: 4_970_000n, held: 0n });
});

test('an answer waits for somebody who is at its call, however long that takes', async () => {
  const world = await worldOf();
  const call = await world.place(await world.customer('5.00'));

  const waiting = await inTransaction(elsewhere, async (tx) => {
    await lockCall(tx, call.id);
    const told = world.report(answered(call, world.clock.now()));
    const somebodyWaits = async () =>
      await expect.poll(() => waitingStatements(elsewhere, 'calls.call')).toBeGreaterThan(0);
    await Promise.race([told, somebodyWaits()]);
    return { told };
  });
  await waiting.told;

  expect((await world.call(call.id)).progress.state).toBe('answered');
});

test('two servers that hear of the same ends in any order charge each call once', async () => {
  const world = await worldOf();
  const other = await callsWorld(elsewhere, { terms: CENT_A_SECOND, clock: world.clock, engine: world.engine });
  const customers = [await world.customer('9.00'), await world.customer('9.00'), await world.customer('9.00')];
  const calls = await callsOf(world, Array.from({ length: 8 }, () => customers).flat());
  const answeredAt = world.clock.now();
  const ends = calls.map((call) => ended(call, { answeredAt, at: after(answeredAt, 2) }));

  await Promise.all([
    ...ends.map(async (end) => await world.report(end)),
    ...ends.toReversed().map(async (end) => await other.report(end)),
  ]);

  for (const customer of customers) {
    expect(await world.wallet(customer)).toEqual({ balance: 9_000_000n - 8n * 20_000n, held: 0n });
  }
});

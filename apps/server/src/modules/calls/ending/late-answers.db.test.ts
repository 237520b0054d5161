import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { callDetail } from '../history/call-detail.ts';
import { answered, callsWorld, CENT_A_SECOND, ended, ledgerOf, notPlaced, ringing } from '../testing/calls-world.ts';
import { EUROPE, includedSeconds, includeSeconds } from '../testing/included-seconds.ts';

const { database } = await testDatabase();
const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000);

test('a report about another INVITE of the same names does not free what a call holds', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.place(customer);
  await world.report(ringing(call, world.clock.now()));

  for (const cause of ['cancelled', 'timeout'] as const) {
    await world.report(notPlaced(call, world.clock.now(), { cause, permission: '1.3' }));
  }

  expect((await world.call(call.id)).progress.state).toBe('ringing');
  expect((await world.wallet(customer)).held).toBe(60_000n);
});

test('a call that is answered after it has ended here is ended at the engine at once, and charged once for what ran', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('2.00');
  const call = await world.place(customer);
  await world.report(notPlaced(call, world.clock.now()));
  expect(await world.wallet(customer)).toEqual({ balance: 2_000_000n, held: 0n });

  const answeredAt = world.clock.now();
  await world.report(answered(call, answeredAt));
  expect(world.engine.said).toContain(`end ${call.sipCallId}`);
  const end = ended(call, { answeredAt, at: seconds(answeredAt, 3.4) }, 'server');
  await world.report(end);
  await world.report(end);
  await world.report(answered(call, answeredAt));

  const record = await world.call(call.id);
  expect(record.charge).toEqual({ answeredSeconds: 4, costMicros: 40_000n });
  expect(record.progress).toMatchObject({ state: 'ended', answeredAt, reason: 'ended_by_request' });
  expect(await ledgerOf(database, customer.walletId)).toMatchObject({ balance: 1_960_000n, held: 0n, open: 0 });
  expect(world.engine.said.filter((said) => said === `end ${call.sipCallId}`)).toHaveLength(1);
  // Whoever sums calls up has counted it as not answered.
  const { rows } = await sql<{ ended: object }>`select payload->'ended' as ended from platform.event
    where type = 'call.charged_late' and subject_id = ${call.id}`.execute(database);
  expect(rows).toMatchObject([{ ended: { isAnswered: true, answeredSeconds: 4, costMicros: '40000' } }]);
});

test('what ran of such a call is owed where the money is gone', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('1.00');
  const call = await world.place(customer);
  await world.report(notPlaced(call, world.clock.now()));
  const other = await world.place(customer);
  const answeredAt = world.clock.now();
  await world.report(answered(call, answeredAt));
  await world.report(ended(call, { answeredAt, at: seconds(answeredAt, 30) }));
  expect((await world.call(call.id)).charge?.costMicros).toBe(300_000n);
  const { balance, held } = await world.wallet(customer);
  expect(balance).toBeGreaterThanOrEqual(held);
  expect((await world.call(other.id)).progress.state).toBe('authorised');
});

test('what ran of such a practice call is paid by the trial credit that is left, and nothing is owed', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('0', '2.00');
  const late = async (forSeconds: number) => {
    const call = await world.place(customer);
    await world.report(notPlaced(call, world.clock.now()));
    const answeredAt = world.clock.now();
    await world.report(answered(call, answeredAt));
    const end = ended(call, { answeredAt, at: seconds(answeredAt, forSeconds) }, 'server');
    return { call, end };
  };
  const first = await late(3.4);
  const second = await late(59);
  const running = [await world.place(customer), await world.place(customer), await world.place(customer)];
  for (const { end } of [first, first, second, second]) await world.report(end);

  expect((await world.call(first.call.id)).charge).toEqual({ answeredSeconds: 4, costMicros: 40_000n });
  expect((await world.call(second.call.id)).charge?.costMicros).toBe(590_000n);
  const trial = await ledgerOf(database, (await world.call(first.call.id)).payerWalletId);
  expect(trial).toMatchObject({ open: running.length });
  expect(trial.balance).toBe(trial.held);
  const { rows } = await sql`select amount from ledger.owing join ledger.wallet on id = wallet_id
    where account_id = ${customer.accountId}`.execute(database);
  expect(rows).toEqual([]);
});

test('what ran of such a call on minutes of a plan uses what is free of them, and the rest is paid', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  world.setGroup(EUROPE);
  const customer = await world.customer('2.00');
  const allowance = await includeSeconds(world, customer, 152);
  const call = await world.place(customer);
  expect(await includedSeconds(database, allowance)).toEqual({ used: 0, held: 150, left: 2 });
  await world.report(notPlaced(call, world.clock.now()));
  await world.talk(customer);

  const answeredAt = world.clock.now();
  await world.report(answered(call, answeredAt));
  const end = ended(call, { answeredAt, at: seconds(answeredAt, 4.4) }, 'server');
  await world.report(end);
  await world.report(end);

  expect(await world.call(call.id)).toMatchObject({
    charge: { answeredSeconds: 5, costMicros: 30_000n },
    allowance: { seconds: 2 },
  });
  expect(await includedSeconds(database, allowance)).toEqual({ used: 2, held: 150, left: 0 });
  expect((await world.wallet(customer)).balance).toBe(1_970_000n);
  const { priceLines } = await callDetail(database, { callId: call.id, accountId: customer.accountId });
  expect(priceLines.slice(0, 3)).toEqual([
    { line: 'answered', seconds: 5 },
    { line: 'included', group: 'Europe', seconds: 2 },
    { line: 'paid', seconds: 3 },
  ]);
  const { rows } = await sql`select from calls.wrongly_charged where id = ${call.id}`.execute(database);
  expect(rows).toEqual([]);
});

test('where enough of the minutes is free, nothing of such a call is paid', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  world.setGroup(EUROPE);
  const customer = await world.customer('2.00');
  const allowance = await includeSeconds(world, customer, 600);
  const call = await world.place(customer);
  await world.report(notPlaced(call, world.clock.now()));
  const answeredAt = world.clock.now();
  await world.report(answered(call, answeredAt));
  await world.report(ended(call, { answeredAt, at: seconds(answeredAt, 4.4) }, 'server'));

  expect((await world.call(call.id)).charge).toEqual({ answeredSeconds: 5, costMicros: 0n });
  expect(await includedSeconds(database, allowance)).toEqual({ used: 5, held: 0, left: 595 });
  expect((await world.wallet(customer)).balance).toBe(2_000_000n);
});

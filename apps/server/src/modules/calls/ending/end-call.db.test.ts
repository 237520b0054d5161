import type { EngineReport } from '@farline/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import {
  answered,
  callsWorld,
  CENT_A_SECOND,
  type CallsWorld,
  ended,
  failed,
  ledgerOf,
  notPlaced,
  type Placed,
  ringing,
} from '../testing/calls-world.ts';

const { database } = await testDatabase();

const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000);

test('an answered call is charged its whole seconds, rounded up, and the rest of the hold is released', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('2.00');
  const call = await world.talk(customer);
  const answeredAt = world.clock.now();

  await world.report(ended(call, { answeredAt, at: new Date(answeredAt.getTime() + 6_001) }, 'callee'));

  expect(await world.wallet(customer)).toEqual({ balance: 1_930_000n, held: 0n });
  const record = await world.call(call.id);
  expect(record.charge).toEqual({ answeredSeconds: 7, costMicros: 70_000n });
  expect(record.progress).toMatchObject({ state: 'ended', reason: 'hangup_callee', endedBy: 'callee' });
});

test('a call without answer costs nothing', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.place(customer);

  await world.report(failed(call, seconds(world.clock.now(), 3), 486));

  expect(await world.wallet(customer)).toEqual({ balance: 2_000_000n, held: 0n });
  expect((await world.call(call.id)).progress).toMatchObject({ reason: 'busy', endedBy: 'callee', sipStatus: 486 });
});

test('a call never pays for more than was granted', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('0.90');
  const call = await world.talk(customer);
  const answeredAt = world.clock.now();

  await world.report(ended(call, { answeredAt, at: seconds(answeredAt, 91.2) }, 'limit'));

  expect(await world.wallet(customer)).toEqual({ balance: 0n, held: 0n });
  expect((await world.call(call.id)).charge?.answeredSeconds).toBe(90);
});

test.each([
  ['with the money gone it was the money', '0.90', 90, 'credit_exhausted'],
  ['with money left nobody was there to lengthen it', '5.00', 150, 'engine_lost'],
])('a call that is cut before anybody asked for more: %s', async (_what, credit, granted, reason) => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const call = await world.talk(await world.customer(credit));
  const answeredAt = world.clock.now();

  await world.report(ended(call, { answeredAt, at: seconds(answeredAt, granted) }, 'limit'));

  expect((await world.call(call.id)).progress).toMatchObject({ reason });
});

test('an INVITE that was cancelled while it was decided on leaves no hold', async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.place(customer);

  await world.report(notPlaced(call, world.clock.now()));

  expect(await world.wallet(customer)).toEqual({ balance: 2_000_000n, held: 0n });
  expect((await world.call(call.id)).progress).toMatchObject({ reason: 'cancelled', endedBy: 'caller' });
});

test("somebody else's INVITE that names the call cannot release its hold", async () => {
  const world = await callsWorld(database);
  const customer = await world.customer('2.00');
  const call = await world.place(customer);

  await world.report(notPlaced(call, world.clock.now(), { permission: '1.3' }));

  expect((await world.wallet(customer)).held).toBe(60_000n);
});

test('the record has a leg for the browser and one for each trunk that was tried', async () => {
  const world = await callsWorld(database);
  const call = await world.place(await world.customer('2.00'));
  const at = world.clock.now();
  await world.report({
    ...answered(call, at),
    trunk: 'sandbox-b',
    attempts: 'sandbox-a=503,sandbox-b=200',
  } as EngineReport);

  await world.report({ ...ended(call, { answeredAt: at, at: seconds(at, 3) }), trunk: 'sandbox-b' } as EngineReport);

  const { rows } = await sql`
    select place, kind, trunk, sip_status, q850_cause, ended_by, to_tag from calls.leg
    where call_id = ${call.id} order by place`.execute(database);
  expect(rows).toEqual([
    { place: 0, kind: 'browser', trunk: null, sip_status: 200, q850_cause: 16, ended_by: 'caller', to_tag: call.toTag },
    {
      place: 1,
      kind: 'carrier',
      trunk: 'sandbox-a',
      sip_status: 503,
      q850_cause: 41,
      ended_by: 'carrier',
      to_tag: null,
    },
    {
      place: 2,
      kind: 'carrier',
      trunk: 'sandbox-b',
      sip_status: 200,
      q850_cause: 16,
      ended_by: 'caller',
      to_tag: call.toTag,
    },
  ]);
});

test('each change of a call is told to its account in the transaction of the change', async () => {
  const world = await callsWorld(database);
  const call = await world.talk(await world.customer('2.00'));
  const answeredAt = world.clock.now();
  await world.report(ended(call, { answeredAt, at: seconds(answeredAt, 3) }));

  const { rows } = await sql<{ type: string }>`
    select type from platform.event where type like 'call.%' and subject_id = ${call.id} order by id`.execute(database);
  // Initiated, answered, ended.
  expect(rows.map(({ type }) => type)).toEqual(['call.changed', 'call.changed', 'call.ended']);
});

const histories: Record<string, (call: Placed, from: Date) => EngineReport[]> = {
  answered: (call, from) => [
    ringing(call, seconds(from, 1)),
    answered(call, seconds(from, 2)),
    ended(call, { answeredAt: seconds(from, 2), at: seconds(from, 9.5) }),
  ],
  refused: (call, from) => [ringing(call, seconds(from, 1)), failed(call, seconds(from, 5), 603)],
  cancelled: (call, from) => [ringing(call, seconds(from, 1)), failed(call, seconds(from, 5), 487, 'cancelled')],
  'not placed': (call, from) => [notPlaced(call, from)],
};

test.each(Object.entries(histories))(
  'every event of a call that was %s, five times in any order: the same ledger',
  async (_what, history) => {
    const world = await callsWorld(database, { terms: CENT_A_SECOND });
    const inOrder = await playedOn(world, (events) => events, history);

    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (picks) => {
        const shuffled = await playedOn(world, (events) => shuffle(events.flatMap(fiveTimes), picks), history);
        expect(shuffled).toEqual(inOrder);
      }),
      { numRuns: 25 },
    );
  },
);

test('every event of a call, five times at once: the same ledger', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  for (const history of Object.values(histories)) {
    const inOrder = await playedOn(world, (events) => events, history);
    const customer = await world.customer('2.00');
    const call = await world.place(customer);
    const events = history(call, world.clock.now()).flatMap(fiveTimes);
    await Promise.all(events.map(async (event) => await world.report(event)));
    expect(await ledgerOf(database, customer.walletId)).toEqual(inOrder);
  }
});

async function playedOn(
  world: CallsWorld,
  arrange: (events: EngineReport[]) => EngineReport[],
  history: (call: Placed, from: Date) => EngineReport[],
) {
  const customer = await world.customer('2.00');
  const call = await world.place(customer);
  for (const event of arrange(history(call, world.clock.now()))) await world.report(event);
  return await ledgerOf(database, customer.walletId);
}

const fiveTimes = (event: EngineReport) => Array.from({ length: 5 }, () => event);

function shuffle<T>(items: T[], picks: Iterator<number>): T[] {
  const left = [...items];
  const shuffled: T[] = [];
  while (left.length > 0) shuffled.push(...left.splice((picks.next().value as number) % left.length, 1));
  return shuffled;
}

test('fifty parallel calls on one dollar never pass it', async () => {
  const world = await callsWorld(database, { terms: CENT_A_SECOND });
  const customer = await world.customer('1.00');
  const calls = await Promise.all(Array.from({ length: 50 }, async () => await world.initiate(customer)));

  const charges = await Promise.all(
    calls.map(async (initiated, index) => {
      const decision = await world.calls.listener.decide(world.ask(customer, initiated));
      if (decision.decision === 'refuse') return 0n;
      const named = {
        id: initiated.id,
        sipCallId: `sip-${initiated.id}`,
        fromTag: `from-${initiated.id}`,
        toTag: 'to',
      };
      const answeredAt = world.clock.now();
      await world.report(answered(named, answeredAt));
      await world.tick('due calls');
      // Some hang up early, some are cut at their limit, some a little after it.
      await world.report(ended(named, { answeredAt, at: seconds(answeredAt, (index % 5) * 20 + 1) }, 'limit'));
      return (await world.call(initiated.id)).charge?.costMicros ?? 0n;
    }),
  );

  const sum = charges.reduce((total, charge) => total + charge, 0n);
  expect(sum).toBeGreaterThan(0n);
  expect(sum).toBeLessThanOrEqual(1_000_000n);
  expect(await world.wallet(customer)).toEqual({ balance: 1_000_000n - sum, held: 0n });
});

test('two servers that hear of the same call: one hold, one charge', async () => {
  const one = await callsWorld(database, { terms: CENT_A_SECOND });
  const two = await callsWorld(database, { terms: CENT_A_SECOND, clock: one.clock, engine: one.engine });
  const customer = await one.customer('2.00');
  const initiated = await one.initiate(customer);
  const ask = one.ask(customer, initiated);

  const decisions = await Promise.all([one.calls.listener.decide(ask), two.calls.listener.decide(ask)]);
  expect(decisions.map((decision) => decision.decision).sort()).toEqual(['allow', 'refuse']);

  const call = { id: initiated.id, sipCallId: ask.sipCallId, fromTag: ask.fromTag, toTag: 'to' };
  const answeredAt = one.clock.now();
  await Promise.all([one.report(answered(call, answeredAt)), two.report(answered(call, answeredAt))]);
  const end = ended(call, { answeredAt, at: seconds(answeredAt, 10) });
  await Promise.all([one.report(end), two.report(end)]);

  expect(await ledgerOf(database, customer.walletId)).toEqual({
    balance: 1_900_000n,
    held: 0n,
    entries: ['2000000', '-100000'],
    open: 0,
  });
});

import type { CountedCall } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { createDispatcher, type EventOf, publish } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { countEarlierCalls } from './count-earlier-calls.ts';
import { createInsight } from './index.ts';
import { sumsOf } from './call-sums-store.ts';
import { callSumsOfPerson, countCalls, countLateAnswers, type EndedCall } from './insight-store.ts';
import { personSpend } from './person-spend.ts';

const { database } = await testDatabase();
const clock = { now: () => new Date('2026-04-10T12:00:00Z') };
const always = { from: new Date('2020-01-01T00:00:00Z'), before: new Date('2030-01-01T00:00:00Z') };

function insightOf(endedCallsBefore: Parameters<typeof countEarlierCalls>[0]['endedCallsBefore']) {
  return createInsight({
    database,
    clock,
    requireUser: async () => undefined,
    findAccount: async () => null,
    endedCallsBefore,
    countryOf: () => null,
    countedMessagesBefore: async () => ({ messages: [], next: null }),
  });
}
const PEERS = ['+447700900123', '+447700900124', '+33612345678'] as const;
const noEarlierCalls = async () => ({ calls: [], next: null });

const facts = (over: Partial<CountedCall> = {}): CountedCall => ({
  startedAt: '2026-04-10T11:50:00.000Z',
  endedAt: '2026-04-10T11:52:00.000Z',
  isAnswered: true,
  answeredSeconds: 100,
  costMicros: '40000',
  countryCode: 'GB',
  kind: 'mobile',
  ...over,
});
const aCall = (accountId: string, over: Partial<CountedCall> = {}): EndedCall => ({
  id: newId(),
  accountId,
  facts: facts(over),
});

test('a call is counted once, however often its end is heard of, and by however many at once', async () => {
  const accountId = newId();
  const call = aCall(accountId);

  const outcomes = await Promise.all(
    Array.from(
      { length: 8 },
      async () => await inTransaction(database, async (tx) => await countCalls(tx, [call, call])),
    ),
  );

  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await sumsOf(database, { accountId, ...always })).toEqual({
    calls: 1,
    answered: 1,
    answeredSeconds: 100,
    spendMicros: 40_000n,
  });
});

test('an answer that is charged after the end is added to a counted call once, to the sums of its person too', async () => {
  const accountId = newId();
  const [peer] = PEERS;
  const call = aCall(accountId, { isAnswered: false, answeredSeconds: 0, costMicros: '0', peer });
  const late = { ...call, facts: facts({ peer }) };
  await countCalls(database, [call]);
  for (const _ of [1, 2]) await countLateAnswers(database, [late, late]);
  await countCalls(database, [call]);

  const sums = { calls: 1, answeredSeconds: 100, spendMicros: 40_000n };
  expect(await sumsOf(database, { accountId, ...always })).toEqual({ ...sums, answered: 1 });
  expect(await callSumsOfPerson(database, { accountId, peer })).toEqual(sums);
});

test('a late answer that is heard of before the end, or of a call that had nothing to sum up, counts the call too', async () => {
  const accountId = newId();
  const [peer] = PEERS;
  const call = aCall(accountId, { peer });
  await countLateAnswers(database, [call]);
  await countCalls(database, [{ ...call, facts: facts({ peer, isAnswered: false, costMicros: '0' }) }]);

  const sums = { calls: 1, answeredSeconds: 100, spendMicros: 40_000n };
  expect(await sumsOf(database, { accountId, ...always })).toEqual({ ...sums, answered: 1 });
  expect(await callSumsOfPerson(database, { accountId, peer })).toEqual(sums);
});

test('the sums of a span are those of its quarters: time where it began, spend where it was charged', async () => {
  const accountId = newId();
  await countCalls(database, [
    aCall(accountId, { startedAt: '2026-04-10T11:59:59.999Z', endedAt: '2026-04-10T12:00:00.000Z' }),
  ]);
  const noon = new Date('2026-04-10T12:00:00Z');

  expect(await sumsOf(database, { accountId, from: always.from, before: noon })).toMatchObject({
    calls: 1,
    answeredSeconds: 100,
    spendMicros: 0n,
  });
  expect(await sumsOf(database, { accountId, from: noon, before: always.before })).toEqual({
    calls: 0,
    answered: 0,
    answeredSeconds: 0,
    spendMicros: 40_000n,
  });
});

test('two dispatchers and a crash in the middle count each end once', async () => {
  const accountId = newId();
  const log = pino({ level: 'silent' });
  const [subscription] = insightOf(noEarlierCalls).subscriptions;
  let crashes = 3;
  const dispatchers = [createDispatcher(database, log), createDispatcher(database, log)];
  for (const dispatcher of dispatchers) {
    dispatcher.subscribe({
      ...subscription,
      receiveAll: async (tx, events: EventOf<'call.ended'>[]) => {
        await subscription.receiveAll(tx, events);
        if (crashes-- > 0) throw new Error('the worker is gone');
      },
    });
  }
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.start()));
  for (let call = 0; call < 20; call++) {
    const [event, reason] = [{ type: 'call.ended', accountId, subjectId: newId() }, 'hangup_caller'] as const;
    await publish(database, { ...event, type: 'call.changed' });
    await publish(database, { ...event, payload: { ended: facts(), reason } });
    await publish(database, { ...event, payload: { ended: null, reason } });
    await publish(database, { ...event, payload: { ended: facts(), reason } });
  }

  const sums = async () => await sumsOf(database, { accountId, ...always });
  await expect.poll(sums).toMatchObject({ calls: 20, spendMicros: 800_000n });
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
  expect(await sums()).toMatchObject({ calls: 20, spendMicros: 800_000n });
});

test('calls that ended before anybody listened are counted too, step by step, beside those that are heard of', async () => {
  const accountId = newId();
  const earlier = Array.from({ length: 7 }, () => aCall(accountId)).toSorted((one, other) =>
    one.id < other.id ? 1 : -1,
  );
  const heard = earlier[3];
  if (heard === undefined) throw new Error('there are seven');
  await countCalls(database, [heard]);
  let steps = 0;
  const deps = {
    database,
    clock: { now: () => new Date() },
    endedCallsBefore: async (_: unknown, { before }: { before: string }) => {
      steps += 1;
      const calls = earlier.filter(({ id }) => id < before).slice(0, 3);
      return { calls, next: calls.at(-1)?.id ?? null };
    },
  };

  for (let tick = 0; tick < 6; tick++) await countEarlierCalls(deps);

  expect(await sumsOf(database, { accountId, ...always })).toMatchObject({ calls: 7, spendMicros: 280_000n });
  expect(steps).toBe(4);
});

test('calls add to what their person came to, once each, whoever hears of them how often, and in whatever order', async () => {
  const accountId = newId();
  const calls = Array.from({ length: 30 }, (_, place) => aCall(accountId, { peer: PEERS[place % PEERS.length] }));
  const halves = [calls.slice(0, 20), calls.slice(10)];

  await Promise.all(
    [...halves, ...halves, [...calls].reverse()].map(
      async (some) => await inTransaction(database, async (tx) => await countCalls(tx, some)),
    ),
  );

  for (const peer of PEERS) {
    expect(await callSumsOfPerson(database, { accountId, peer })).toEqual({
      calls: 10,
      answeredSeconds: 1_000,
      spendMicros: 400_000n,
    });
  }
  expect(await sumsOf(database, { accountId, ...always })).toMatchObject({ calls: 30, spendMicros: 1_200_000n });
  expect(await callSumsOfPerson(database, { accountId: newId(), peer: PEERS[0] })).toMatchObject({ spendMicros: 0n });
});

test('a call that was counted before anybody asked for its person is added to theirs later, and nowhere else again', async () => {
  const accountId = newId();
  const told = aCall(accountId, { peer: PEERS[0] });
  const { peer: _, ...before } = told.facts;

  expect(await countCalls(database, [{ ...told, facts: before }])).toBe(1);
  expect(await callSumsOfPerson(database, { accountId, peer: PEERS[0] })).toMatchObject({ calls: 0 });
  // As the step that counts earlier calls has it, and the event, which comes once more.
  expect(await countCalls(database, [told])).toBe(0);
  expect(await countCalls(database, [{ ...told, facts: before }])).toBe(0);

  expect(await callSumsOfPerson(database, { accountId, peer: PEERS[0] })).toMatchObject({
    calls: 1,
    spendMicros: 40_000n,
  });
  expect(await sumsOf(database, { accountId, ...always })).toMatchObject({ calls: 1, spendMicros: 40_000n });
});

test('who showed no number adds to nobody', async () => {
  const accountId = newId();
  expect(await countCalls(database, [aCall(accountId, { peer: null })])).toBe(1);
  const { rows } = await sql`select from insight.person where account_id = ${accountId}`.execute(database);
  expect(rows).toEqual([]);
});

test('what a person came to is not known while earlier calls are still being counted', async () => {
  const accountId = newId();
  await countCalls(database, [aCall(accountId, { peer: PEERS[0] })]);
  const asked = { accountId, peer: PEERS[0], currency: 'USD' };
  const nothing = { amount: '0.0000', currency: 'USD' };
  const none = { database, clock, endedCallsBefore: noEarlierCalls };
  await sql`delete from insight.earlier_calls`.execute(database);

  expect(await personSpend(database, asked)).toEqual({
    peer: PEERS[0],
    spend: null,
    onCalls: null,
    onMessages: nothing,
  });
  await countEarlierCalls(none);

  const spent = { amount: '0.0400', currency: 'USD' };
  expect(await personSpend(database, asked)).toEqual({
    peer: PEERS[0],
    spend: spent,
    onCalls: spent,
    onMessages: nothing,
  });
});

test('nobody who has no number and of whom nothing came is found', async () => {
  const asked = { accountId: newId(), peer: 'FARLINE', currency: 'USD' };
  await expect(personSpend(database, asked)).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

import type { CountedCall } from '@farline/contracts';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { createDispatcher, type EventOf, publish } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { countEarlierCalls } from './count-earlier-calls.ts';
import { createInsight } from './index.ts';
import { countCalls, type EndedCall, sumsOf } from './insight-store.ts';

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

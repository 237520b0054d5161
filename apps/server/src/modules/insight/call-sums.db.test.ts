import type { CountedCall } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Executor, inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { callSums, sumsOf, sumsOfDestinations } from './call-sums-store.ts';
import { countCalls } from './insight-store.ts';

const { database } = await testDatabase();
const QUARTER_MS = 15 * 60_000;
const now = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000);

const aCall = (accountId: string, hours: number, over: Partial<CountedCall> = {}) => ({
  id: newId(),
  accountId,
  facts: {
    startedAt: hoursAgo(hours).toISOString(),
    endedAt: new Date(hoursAgo(hours).getTime() + 60_000).toISOString(),
    isAnswered: true,
    answeredSeconds: 60,
    costMicros: '20000',
    countryCode: 'GB',
    kind: 'mobile' as const,
    ...over,
  },
});

const DAYS = [96, 72, 48, 24, 0] as const;

/** By day, by destination and all together, of spans that begin and end differently. */
async function found(db: Executor, accountId: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const [first, ...others] of [DAYS, DAYS.slice(0, 3), DAYS.slice(2), [30.25, 25.5, 1]]) {
    const starts = [hoursAgo(first ?? 0), ...others.map(hoursAgo)] as const;
    for (const before of [hoursAgo(-1), hoursAgo(27), hoursAgo(50)]) {
      const sums = await callSums(db, { accountId, zone: 'UTC', starts, before });
      all.push(
        [...sums.byStart].toSorted(([one], [other]) => one - other),
        sumsOfDestinations(sums),
      );
      all.push(await sumsOf(db, { accountId, from: starts[0], before }));
    }
  }
  return all;
}

test('sums that are asked for again and again are those of all quarters, whatever was counted meanwhile and however late', async () => {
  const accountId = newId();
  const places = [90, 1, 50, 26, 24.5, 30, 70, 0, 95, 27.25, 25, 26.25];
  for (const [place, hours] of places.entries()) {
    const over = place % 3 === 0 ? { countryCode: 'FR', costMicros: '50000' } : {};
    await countCalls(database, [aCall(accountId, hours, over), aCall(newId(), hours)]);
    // Within a transaction of its own nothing is remembered.
    const anew = await inTransaction(database, async (tx) => await found(tx, accountId));
    expect(await found(database, accountId), `after the call of ${hours} hours ago`).toEqual(anew);
  }
  const all = await sumsOf(database, { accountId, from: hoursAgo(96), before: hoursAgo(-1) });
  expect(all).toEqual({ calls: 12, answered: 12, answeredSeconds: 720, spendMicros: 360_000n });
});

test('what was over for a day is not read again until something of it changes', async () => {
  const accountId = newId();
  const span = { accountId, from: hoursAgo(96), before: hoursAgo(-1) };
  await countCalls(database, [aCall(accountId, 60), aCall(accountId, 1)]);
  expect(await sumsOf(database, span)).toMatchObject({ calls: 2, spendMicros: 40_000n });
  // Nothing of the product can do this: whoever read it again would miss it.
  await sql`update insight.call_quarter set spend_micros = 1 where account_id = ${accountId}`.execute(database);
  expect(await sumsOf(database, span)).toMatchObject({ calls: 2, spendMicros: 20_001n });

  await countCalls(database, [aCall(accountId, 70)]);

  expect(await sumsOf(database, span)).toMatchObject({ calls: 3, spendMicros: 20_002n });
});

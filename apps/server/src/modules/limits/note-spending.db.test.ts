import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import type { EventOf } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { endOfCall } from '../../testing/end-of-call.ts';
import { usd } from '../../testing/money/usd.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { hasSpentUnusually } from './index.ts';
import { noteSpending } from './note-spending.ts';

const { database } = await testDatabase();
const NOON = new Date('2026-03-01T12:00:00.000Z');
const DAY_MS = 24 * 3_600_000;

/** An account whose calls end as the test says. */
function aSpender() {
  const accountId = newId();
  let position = 0;
  const spend = async (amounts: number[], at = NOON) =>
    await inTransaction(database, async (tx) => {
      const account = { id: accountId, currency: 'USD', timeZone: 'UTC', rateTable: 'sample', walletId: newId() };
      const events = amounts.map(
        (amount): EventOf<'call.ended'> => ({
          position: ++position,
          type: 'call.ended',
          accountId,
          subjectId: newId(),
          payload: endOfCall(at, Number(usd(amount))),
          occurredAt: at,
        }),
      );
      await noteSpending({ accountOf: async () => account }, tx, events);
    });
  const told = async () => {
    const { rows } = await sql<{ payload: unknown }>`
      select payload from platform.event where type = 'spending.unusual' and account_id = ${accountId}
      order by id`.execute(database);
    return rows.map(({ payload }) => payload);
  };
  const hold = async (amount: number) =>
    await sql`insert into limits.claim (cause_id, account_id, user_id, held, day_from, day_held, hour_from, hour_held)
      values (${newId()}, ${accountId}, ${newId()}, ${Number(usd(amount))}, ${NOON}, 0, ${NOON}, 0)`.execute(database);
  return { accountId, spend, hold, told };
}

test('an hour that is far more expensive than any of the last 30 days is told once', async () => {
  const spender = aSpender();
  await spender.spend([2, 0.5], new Date(NOON.getTime() - 29 * DAY_MS));
  await spender.spend([7.5]);
  expect(await spender.told()).toEqual([]);

  await spender.spend([0.01]);
  await spender.spend([20]);

  expect(await spender.told()).toEqual([
    {
      hourFrom: '2026-03-01T12:00:00.000Z',
      spent: { amount: '7.5100', currency: 'USD' },
      usual: { amount: '2.5000', currency: 'USD' },
    },
  ]);
});

test('what was spent more than 30 days ago is no measure', async () => {
  const spender = aSpender();
  await spender.spend([100], new Date(NOON.getTime() - 31 * DAY_MS));
  await spender.spend([5]);

  // The first hour of an account that never spent so much was told too.
  expect(await spender.told()).toHaveLength(2);
});

test('whoever adds money by itself may ask whether spending was unusual', async () => {
  const { accountId, spend } = aSpender();
  const since = new Date(NOON.getTime() - DAY_MS);
  const asked = { accountId, since, now: NOON };
  expect(await hasSpentUnusually(database, asked)).toBe(false);

  await spend([5]);

  expect(await hasSpentUnusually(database, asked)).toBe(true);
  expect(await hasSpentUnusually(database, { ...asked, since: new Date(NOON.getTime() + 1) })).toBe(false);
});

test('calls that are under way count as spent, so that automatic top-up stops before they end', async () => {
  const { accountId, spend, hold } = aSpender();
  await spend([2], new Date(NOON.getTime() - DAY_MS));
  await spend([3.5]);
  const asked = { accountId, since: new Date(NOON.getTime() - DAY_MS), now: NOON };
  await hold(2.5);
  expect(await hasSpentUnusually(database, asked)).toBe(false);

  await hold(0.01);
  expect(await hasSpentUnusually(database, asked)).toBe(true);
});

test('a call that is charged after its end makes an hour unusual, too', async () => {
  const { accountId, told } = aSpender();
  const { ended } = endOfCall(NOON, 90_000_000);
  if (ended === null) throw new Error('a call that ended has something to sum up');
  const event: EventOf<'call.charged_late'> = {
    position: 1,
    type: 'call.charged_late',
    accountId,
    subjectId: newId(),
    payload: { ended },
    occurredAt: NOON,
  };
  const account = { id: accountId, currency: 'USD', timeZone: 'UTC', rateTable: 'sample', walletId: newId() };
  await inTransaction(database, async (tx) => await noteSpending({ accountOf: async () => account }, tx, [event]));

  expect(await told()).toHaveLength(1);
});

test('calls that cost nothing, and ends with nothing to sum up, count nothing', async () => {
  const { accountId, spend, told } = aSpender();
  await spend([0]);
  await inTransaction(database, async (tx) => {
    const payload = { ended: null, reason: 'no_answer' } as const;
    const event = {
      position: 1,
      type: 'call.ended',
      accountId,
      subjectId: newId(),
      payload,
      occurredAt: NOON,
    } as const;
    await noteSpending({ accountOf: async () => null }, tx, [event]);
  });

  expect(await told()).toEqual([]);
});

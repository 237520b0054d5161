import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { statsBetween } from './call-sums-store.ts';

const { database } = await testDatabase();
const now = Date.now();
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000);

async function begin(accountId: string, at: Date): Promise<string> {
  const id = newId(at);
  await sql`
    insert into calls.call (id, account_id, user_id, payer_wallet_id, placed_by, direction, to_number, destination_prefix,
      destination_kind, rate_table, rate_table_version, currency, per_minute_micros, connection_micros, minimum_seconds, first_seconds,
      next_seconds, state, initiated_at, authorised_at, granted_seconds)
    values (${id}, ${accountId}, ${accountId}, ${accountId}, 'user', 'outbound', '+447700900123', '447700', 'mobile', 'sample', 1, 'USD',
      20000, 0, 0, 60, 60, 'authorised', ${at}, ${at}, 600)`.execute(database);
  return id;
}

async function end(id: string, answeredSeconds: number): Promise<void> {
  await sql`
    update calls.call set state = 'ended', ended_at = authorised_at + ${answeredSeconds} * interval '1 second', reason = 'hangup_caller',
      answered_at = case when ${answeredSeconds} > 0 then authorised_at end, ended_by = 'caller',
      answered_seconds = ${answeredSeconds}, cost_micros = ${answeredSeconds * 1_000} where id = ${id}`.execute(
    database,
  );
}

/** As an answer that is heard of after the end is charged. */
async function answerLate(id: string): Promise<void> {
  await sql`update calls.call set answered_at = authorised_at, ended_at = authorised_at + interval '7 seconds', answered_seconds = 7,
    cost_micros = 7000 where id = ${id}`.execute(database);
}

const SPANS = [
  [180, -1],
  [180, 30],
  [60, -1],
  [8, 0],
] as const;

/** Within a transaction of its own nothing is remembered. */
async function expectAsAnew(accountId: string): Promise<void> {
  for (const [from, to] of SPANS) {
    const span = { accountId, from: minutesAgo(from), to: minutesAgo(to) };
    const anew = await inTransaction(database, async (tx) => await statsBetween(tx, span));
    expect(await statsBetween(database, span), `${from} to ${to} minutes ago`).toEqual(anew);
  }
}

test('sums that are asked for again and again are those of all calls, whatever began, ended or was charged late meanwhile', async () => {
  const accountId = newId();
  const [open, unanswered]: [string[], string[]] = [[], []];
  for (const [place, minutes] of [170, 5, 90, 59, 12, 9, 120, 31, 1, 60, 30, 175].entries()) {
    open.push(await begin(accountId, minutesAgo(minutes)));
    await expectAsAnew(accountId);
    if (place % 3 === 0) continue;
    const id = open.splice(place % 2 === 0 ? 0 : -1, 1)[0] ?? '';
    await end(id, place % 2 === 0 ? 10 + place : 0);
    if (place % 2 === 1) unanswered.push(id);
    await expectAsAnew(accountId);
  }
  for (const id of open) {
    await end(id, 30);
    await expectAsAnew(accountId);
  }
  // By now most of them lie before all that is open.
  for (const id of unanswered) {
    await answerLate(id);
    await expectAsAnew(accountId);
  }
  const all = await statsBetween(database, { accountId, from: minutesAgo(180), to: minutesAgo(-1) });
  expect(all).toEqual({ calls: 12, answered: 12, answeredSeconds: expect.any(Number), costMicros: expect.any(BigInt) });
  expect(all.costMicros).toBe(BigInt(all.answeredSeconds * 1_000));
});

test('what was summed up is not read again, but for what is open and what came since', async () => {
  const accountId = newId();
  const span = { accountId, from: minutesAgo(180), to: minutesAgo(-1) };
  const [over, running] = [await begin(accountId, minutesAgo(90)), await begin(accountId, minutesAgo(60))];
  await end(over, 20);
  expect(await statsBetween(database, span)).toEqual({
    calls: 2,
    answered: 1,
    answeredSeconds: 20,
    costMicros: 20_000n,
  });
  // Nothing of the product can do this: whoever read it again would miss it.
  await inTransaction(database, async (tx) => {
    await sql`alter table calls.call disable trigger user`.execute(tx);
    await sql`update calls.call set cost_micros = 1 where id = ${over}`.execute(tx);
    await sql`alter table calls.call enable trigger user`.execute(tx);
  });

  await end(running, 30);

  expect(await statsBetween(database, span)).toEqual({
    calls: 2,
    answered: 2,
    answeredSeconds: 50,
    costMicros: 50_000n,
  });
});

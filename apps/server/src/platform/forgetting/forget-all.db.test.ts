import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { forgetAll, FORGOTTEN_AT_ONCE } from './forget-all.ts';
import { forgetOldEvents } from '../events.ts';
import { forgetWhatIsPast } from './forget-what-is-past.ts';
import { forgetEndedRateLimits } from '../rate-limits/rate-limits.ts';

const { database } = await testDatabase();
const now = new Date('2026-07-01T12:00:00Z');
const MANY = 2 * FORGOTTEN_AT_ONCE + 1;
const LEFT = 7;

const countOf = async (table: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.raw(table)}`.execute(database)).rows[0]?.count;

async function fill(): Promise<void> {
  const ago = sql`${now}::timestamptz - case when n > ${MANY} then interval '1 minute' else interval '60 hours' end`;
  const numbers = sql`generate_series(1, ${MANY + LEFT}::integer) n`;
  await sql`insert into platform.rate_limit (key, taken, ends_at)
    select n::text, 1, ${ago} + interval '2 minutes' from ${numbers}`.execute(database);
  await sql`insert into platform.idempotency (user_id, route, key, body_hash, started_at)
    select gen_random_uuid(), 'POST /calls', n::text, '', ${ago} from ${numbers}`.execute(database);
  await sql`insert into platform.event (position, type, subject_id, occurred_at)
    select n, 'session.ended', n::text, ${ago} from ${numbers}`.execute(database);
  await sql`update platform.event_counter set position = ${MANY + LEFT}`.execute(database);
}

test('what is past is forgotten whole, however much it is, in parts of a bounded size', async () => {
  await sql`truncate platform.rate_limit, platform.idempotency, platform.event, platform.subscription`.execute(
    database,
  );
  await fill();

  expect(await forgetEndedRateLimits(database, now)).toBe(FORGOTTEN_AT_ONCE);
  expect(await forgetOldEvents(database, now)).toBe(FORGOTTEN_AT_ONCE);
  await forgetWhatIsPast({ database, clock: { now: () => now } }).run();

  for (const table of ['platform.rate_limit', 'platform.idempotency', 'platform.event']) {
    expect(await countOf(table), table).toBe(LEFT);
  }
});

test('forgetting stops between two parts when it is to stop', async () => {
  const stopping = new AbortController();
  const parts: number[] = [];

  await forgetAll(async () => {
    parts.push(FORGOTTEN_AT_ONCE);
    if (parts.length === 3) stopping.abort();
    return FORGOTTEN_AT_ONCE;
  }, stopping.signal);

  expect(parts).toHaveLength(3);
});

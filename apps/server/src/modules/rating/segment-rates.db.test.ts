import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { createRating } from './index.ts';
import { addMissingSegmentRates } from './segment-rates-store.ts';

const { database } = await testDatabase();
const clock = { now: () => new Date('2026-03-01T12:00:00Z') };
const rating = createRating({ database, clock, log: pino({ level: 'silent' }) });
await rating.refresh();

describe('the price of a message', () => {
  const setGb = (set: ReturnType<typeof sql>) =>
    sql`update rating.message_rate set ${set} where country_code = 'GB'`.execute(database);

  test('is that of a segment to the country of the number, the same by a plan’s rate table', () => {
    const price = { rateId: expect.any(String), currency: 'USD', perSegmentMicros: 45_000n };

    expect(rating.messageRate('+447700900123', 'sample')).toEqual(price);
    expect(rating.messageRate('+447700900123', 'sample-pro')).toEqual(price);
    expect(rating.messageRate('+12025550100', 'sample')).toMatchObject({ perSegmentMicros: 9_000n });
    expect(rating.messageRate('+881612345678', 'sample')).toBeNull();
    expect(rating.messageRate('+999123456789', 'sample')).toBeNull();
  });

  test('is another one as soon as an operator sets another, for all or for some numbers', async () => {
    await setGb(sql`per_segment_micros = 50000`);
    await sql`insert into rating.message_rate (rate_table, country_code, prefix, per_segment_micros, effective_from)
      values ('sample', 'GB', '4479', 60000, '2020-01-01T00:00:00Z')`.execute(database);
    await rating.refresh();

    expect(rating.messageRate('+447700900123', 'sample')?.perSegmentMicros).toBe(50_000n);
    expect(rating.messageRate('+447900123456', 'sample')?.perSegmentMicros).toBe(60_000n);

    await sql`delete from rating.message_rate where prefix = '4479'`.execute(database);
    await setGb(sql`per_segment_micros = 45000`);
    await rating.refresh();
    expect(rating.messageRate('+447900123456', 'sample')?.perSegmentMicros).toBe(45_000n);
  });

  test('is not made up for an operator who put other rate tables in the place of the samples', async () => {
    const rate = { countryCode: 'GB', perSegmentMicros: micros(1n), effectiveFrom: clock.now() };
    await addMissingSegmentRates(database, 'gone', [rate]);

    const { rows } = await sql`select from rating.message_rate where rate_table = 'gone'`.execute(database);
    expect(rows).toEqual([]);
  });
});

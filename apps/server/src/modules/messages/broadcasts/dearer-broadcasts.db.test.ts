import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { broadcastsWorld, fileOf } from '../../../testing/money/broadcasts-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';

const { database } = await testDatabase();

test('pages that are told that a broadcast pauses, since its price rose, are told again once the rest has its new price', async () => {
  const world = await broadcastsWorld(database);
  const customer = await world.customer('5.00');
  const id = await world.draft(customer, { file: fileOf(20) });
  await world.start(customer, id);
  await world.turns(1);
  const { costMicros } = await world.totals(id);
  world.price.perSegmentMicros = micros(30_000n);
  await world.feedBroadcasts();
  expect((await world.find(customer, id)).stop).toMatchObject({ reason: 'price_changed' });
  expect((await world.totals(id)).costMicros).toBe((costMicros * 3n) / 2n);
  // What is written in one transaction is seen together.
  const { rows } = await sql<{ priced: string; told: string }>`
    select (select max(xmin::text::bigint) from messages.broadcast_recipient where broadcast_id = ${id}) as priced,
      (select max(xmin::text::bigint) from platform.event where subject_id = ${id} and type = 'broadcast.changed') as told`.execute(
    database,
  );
  expect(rows.map(({ priced, told }) => BigInt(told) >= BigInt(priced))).toEqual([true]);
});

import { micros } from '@farline/contracts';
import { expect, test } from 'vitest';
import { messagesWorld, NO_LIMITS } from '../../../testing/money/messages-world.ts';
import { testDatabase } from '../../../testing/test-database.ts';

const { database } = await testDatabase();
const limited = (more: Partial<(typeof NO_LIMITS)['account']>) => ({
  account: { ...NO_LIMITS.account, ...more },
  user: NO_LIMITS.user,
});

test('messages spend within the day of the account, and what was not charged is free again', async () => {
  const world = await messagesWorld(database, { limits: limited({ dayMicros: micros(50_000n) }) });
  const customer = await world.customer('1.00');
  for (const _ of [1, 2]) await world.write(customer);
  await expect(world.write(customer)).rejects.toMatchObject({ code: 'limit_day', status: 402 });
  world.carriers[0]?.answers.push({ outcome: 'refused', status: 'ESME_RINVDSTADR' });
  await world.send();
  expect((await world.write(customer)).state).toBe('queued');
  await expect(world.write(customer)).rejects.toMatchObject({ code: 'limit_day' });
});

test('of many at once no more pass a limit than it has room for', async () => {
  const world = await messagesWorld(database, { limits: limited({ hourMicros: micros(60_000n) }) });
  const customer = await world.customer('1.00');
  const tries = await Promise.allSettled(Array.from({ length: 12 }, async () => await world.write(customer)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('messages are no calls at once, and a country counts as new once', async () => {
  const world = await messagesWorld(database, { limits: limited({ calls: 1, newCountries: 1 }) });
  const customer = await world.customer('1.00');
  for (const _ of [1, 2, 3]) expect((await world.write(customer)).state).toBe('queued');
  const none = await messagesWorld(database, { limits: limited({ newCountries: 0 }) });
  await expect(none.write(await none.customer('1.00'))).rejects.toMatchObject({ code: 'limit_new_countries' });
});

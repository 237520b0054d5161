import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../platform/database.ts';
import { messagesWorld, NO_LIMITS, testCarrier } from '../../../testing/money/messages-world.ts';
import { BUSY, testDatabase } from '../../../testing/test-database.ts';
import { allowSenderName } from '../record/sender-names-store.ts';

const { database, url } = await testDatabase();
/** The same database, as another server sees it. */
const elsewhere = openDatabase({ url, poolSize: 4, name: 'elsewhere', patience: BUSY });
afterAll(async () => await elsewhere.destroy());

type World = Awaited<ReturnType<typeof messagesWorld>>;
type Customer = Awaited<ReturnType<World['customer']>>;

/** Somebody who has paid, and may write under a name. */
async function namedCustomer(world: World, name: string): Promise<Customer> {
  const customer = await world.customer('5.00');
  const { accountId } = customer;
  await sql`update accounts.account set state = 'active' where id = ${accountId}`.execute(database);
  await allowSenderName(database, { accountId, name, registeredIn: ['GB'], at: world.clock.now() });
  return customer;
}

/** So many of each are written at the same moment: more of one account would wait for each other until they are refused, on a busy machine. */
const AT_ONCE = 12;

/** What came of so many messages of each. No two are to neighbours. */
async function burst(count: number, writers: { world: World; customer: Customer; from?: string }[]) {
  const codes: string[] = [];
  for (let begun = 0; begun < count; begun += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, count - begun) }, (_, at) => begun + at);
    const tries = await Promise.allSettled(
      writers.flatMap(({ world, customer, from }) =>
        places.map(async (place) => await world.write(customer, 'Hi', { to: `+4477${1000 + place}00123`, from })),
      ),
    );
    codes.push(...tries.map((one) => (one.status === 'fulfilled' ? 'written' : (one.reason as { code: string }).code)));
  }
  return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((other) => other === code).length]));
}

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

test('one sender of an account sends ninety in a minute, and the others what is left to the account', async () => {
  const world = await messagesWorld(database);
  const customer = await namedCustomer(world, 'Ninety');
  expect(await burst(92, [{ world, customer }])).toEqual({ written: 90, too_many_from_sender: 2 });
  expect(await burst(32, [{ world, customer, from: 'ninety' }])).toEqual({ written: 30, too_many_messages: 2 });
  world.clock.passSeconds(61);
  expect((await world.write(customer)).state).toBe('queued');
});

test('accounts that write under one name send ninety in a minute together, at the same moment and by two servers too', async () => {
  const carriers = [testCarrier('real')];
  const [world, other] = [await messagesWorld(database, { carriers }), await messagesWorld(elsewhere, { carriers })];
  const spellings = ['Shared', 'shared', 'SHARED', 'Shared'];
  const customers = await Promise.all(spellings.map(async (name) => await namedCustomer(world, name)));
  const [one, two, three, four] = customers;
  if (!one || !two || !three || !four) throw new Error('there are four');

  expect(await burst(84, [{ world, customer: one, from: 'Shared' }])).toEqual({ written: 84 });
  expect(
    await burst(3, [
      { world, customer: one, from: 'Shared' },
      { world, customer: two, from: 'shared' },
      { world: other, customer: three, from: 'SHARED' },
      { world: other, customer: four, from: 'Shared' },
    ]),
  ).toEqual({ written: 6, too_many_from_sender: 6 });
  // Their numbers are their own.
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values ('+14155550123', ${two.accountId}, 'bought', now())`.execute(database);
  expect(await burst(1, [{ world, customer: two }])).toEqual({ written: 1 });
});

test('messages of many that are written together under one name count for those after them', async () => {
  const world = await messagesWorld(database, { carriers: [testCarrier('real')] });
  const customers = await Promise.all(Array.from({ length: 8 }, async () => await namedCustomer(world, 'Together')));
  const [one] = customers;
  if (one === undefined) throw new Error('there are eight');
  expect(await burst(88, [{ world, customer: one, from: 'Together' }])).toEqual({ written: 88 });
  const together = customers.map((customer) => ({ world, customer, from: 'Together' }));
  expect(await burst(1, together)).toEqual({ written: 2, too_many_from_sender: 6 });
});

test('what others practise under a name takes nothing from it', async () => {
  const world = await messagesWorld(database);
  const [one, two] = [await namedCustomer(world, 'Practised'), await namedCustomer(world, 'Practised')];
  expect(await burst(90, [{ world, customer: one, from: 'Practised' }])).toEqual({ written: 90 });
  expect(await burst(1, [{ world, customer: two, from: 'Practised' }])).toEqual({ written: 1 });
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { endCallsOfAccount, everyCallOf } from './account-calls.ts';
import { callsWorld, type Customer, ended, ringing } from './testing/calls-world.ts';
import { eachWithoutCalls } from './testing/no-calls.ts';

const { database } = await testDatabase();
const world = await callsWorld(database);
eachWithoutCalls(database);

const close = async ({ accountId }: Customer) =>
  await inTransaction(database, async (tx) => await endCallsOfAccount(tx, { accountId, at: world.clock.now() }));

test('the running calls of a closed account are ended at the engine, and those of others are not', async () => {
  const [closing, other] = [await world.customer('5.00'), await world.customer('5.00')];
  const talking = await world.talk(closing);
  const ringingCall = await world.place(closing);
  await world.report(ringing(ringingCall, world.clock.now()));
  await world.talk(other);
  world.engine.said.length = 0;

  expect(await close(closing)).toBe(2);
  await world.tick('due calls');

  expect(world.engine.said.toSorted()).toEqual([`cancel ${ringingCall.id}`, `end ${talking.sipCallId}`]);
});

test('a call that its account ended is charged up to its real end', async () => {
  const customer = await world.customer('5.00');
  const call = await world.talk(customer);
  const answeredAt = world.clock.now();
  world.clock.passSeconds(61);
  await close(customer);
  await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'server'));

  const { progress, charge } = await world.call(call.id);
  expect(progress).toMatchObject({ state: 'ended', reason: 'ended_by_request' });
  expect(charge?.answeredSeconds).toBe(61);
  expect((await world.wallet(customer)).held).toBe(0n);
});

test('a call that was being allowed while its account was closed is ended too', async () => {
  const customer = await world.customer('5.00');
  expect(await close(customer)).toBe(0);
  const late = await world.talk(customer);
  world.engine.said.length = 0;

  const { accountId } = customer;
  const event = { position: 1, payload: {}, occurredAt: world.clock.now(), accountId };
  world.calls.hear([{ ...event, type: 'account.closed', subjectId: accountId }]);
  await expect.poll(async () => (await world.call(late.id)).decidedEnd).not.toBeNull();
  await world.tick('due calls');

  expect(world.engine.said).toEqual([`end ${late.sipCallId}`]);
});

test('closing twice decides once', async () => {
  const customer = await world.customer('5.00');
  await world.talk(customer);

  expect([await close(customer), await close(customer)]).toEqual([1, 0]);
});

test('an export has every call of the account, each once, newest first', async () => {
  const customer = await world.customer('5.00');
  const { id } = await world.initiate(customer);
  await world.initiate(await world.customer('5.00'));
  // More than are read at once.
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'calls' and table_name = 'call' and is_generated = 'NEVER' and column_name <> 'id'
    order by ordinal_position`.execute(database);
  const names = sql.raw(columns.map(({ name }) => name).join(', '));
  const copies = Array.from({ length: 1_200 }, () => newId(world.clock.now()));
  await sql`insert into calls.call (id, ${names})
    select copy, ${names} from calls.call, unnest(${copies}::uuid[]) as copy where id = ${id}`.execute(database);

  const exported: string[] = [];
  for await (const call of everyCallOf(database, customer.accountId)) exported.push((call as { id: string }).id);

  expect(exported).toEqual([id, ...copies].toSorted().toReversed());
});

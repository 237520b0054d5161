import type { IncomingAsk } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { WaitingLine } from '../../../platform/admission/waiting-line.ts';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { countQueries } from '../../../testing/count-queries.ts';
import { testDatabase } from '../../../testing/test-database.ts';
import { waitingStatements } from '../../../testing/waiting-statements.ts';
import { numbersOf } from '../../numbers/index.ts';
import { callsWorld, type Customer } from '../testing/calls-world.ts';

const { database, url } = await testDatabase();
const queries = countQueries(url);
const world = await callsWorld(database);

const askFor = async ({ accountId }: Customer, over: Partial<IncomingAsk> = {}): Promise<IncomingAsk> => {
  const [dialled = ''] = await numbersOf(database, accountId);
  return {
    type: 'incoming.ask',
    transactionIndex: 1,
    transactionLabel: 2,
    at: world.clock.now().getTime(),
    dialled,
    caller: '+442079460123',
    privacy: '',
    source: '127.0.0.1:5090',
    sipCallId: `in-${newId()}`,
    fromTag: 'from',
    ...over,
  };
};

const arrive = async (asks: readonly IncomingAsk[]) =>
  await Promise.allSettled(asks.map(async (ask) => await world.calls.listener.receive(ask)));

test('calls that come in at the same moment ring, each as if alone, in three statements for all of them', async () => {
  const customers = [await world.customer('2.00'), await world.customer('2.00'), await world.customer('2.00')];
  const asks = [];
  for (const customer of customers) asks.push(await askFor(customer));
  // Trunks are looked up now and then.
  await arrive([await askFor(await world.customer('2.00'))]);
  queries.clear();

  const outcomes = await arrive(asks);

  expect(queries.count()).toBe(3);
  expect(outcomes).toMatchObject(asks.map(() => ({ status: 'fulfilled', value: { decision: 'ring' } })));
  const { rows } = await sql<{ id: string; told: number }>`
    select account_id as id, (select count(*)::int from platform.event where subject_id = call.id::text) as told
    from calls.call where sip_call_id = any (${asks.map(({ sipCallId }) => sipCallId)}::text[]) and state = 'authorised'
    order by initiated_at, id`.execute(database);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(customers.map(({ accountId }) => accountId).toSorted());
  expect(rows.map(({ told }) => told)).toEqual([1, 1, 1]);
});

test('how long calls that come in wait until they are looked up is measured', async () => {
  const lines = { permission: new WaitingLine(), incoming: new WaitingLine() };
  const busy = await callsWorld(database, { waitingLines: lines });
  const asks: IncomingAsk[] = [];
  for (let place = 0; place < 3; place += 1) asks.push(await askFor(await busy.customer('2.00')));
  await busy.calls.listener.receive(await askFor(await busy.customer('2.00')));

  let outcomes: Promise<unknown> = Promise.resolve();
  await inTransaction(database, async (tx) => {
    await sql`lock table numbers.number in access exclusive mode`.execute(tx);
    const [first, ...others] = asks.map((ask) => async () => await busy.calls.listener.receive(ask));
    const looking = first?.();
    await expect.poll(async () => await waitingStatements(database)).toBe(1);
    outcomes = Promise.all([looking, ...others.map(async (receive) => await receive())]);
    await expect.poll(() => lines.incoming.expectedMs()).toBeGreaterThan(100);
  });
  expect(await outcomes).toMatchObject(asks.map(() => ({ decision: 'ring' })));
  expect([lines.incoming.expectedMs(), lines.permission.expectedMs()]).toEqual([0, 0]);
});

test('of an INVITE that comes twice at the same moment one rings, and it takes no other call along', async () => {
  const [one, other] = [await world.customer('2.00'), await world.customer('2.00')];
  const twice = await askFor(one);

  const outcomes = await arrive([twice, await askFor(other), twice]);

  const rang = outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.decision === 'ring');
  expect(rang.filter(Boolean)).toHaveLength(2);
  expect(rang[1]).toBe(true);
  const { rows } = await sql`select from calls.call where sip_call_id = ${twice.sipCallId}`.execute(database);
  expect(rows).toHaveLength(1);
});

test('a number of nobody among those that are called at the same moment is told apart', async () => {
  const customer = await world.customer('2.00');
  const outcomes = await arrive([
    await askFor(customer),
    await askFor(customer, { dialled: '+14155550999' }),
    await askFor(customer, { source: '192.0.2.7:5060' }),
  ]);
  expect(outcomes).toMatchObject([
    { value: { decision: 'ring' } },
    { value: { decision: 'refuse', status: 404 } },
    { value: { decision: 'refuse', status: 403 } },
  ]);
});

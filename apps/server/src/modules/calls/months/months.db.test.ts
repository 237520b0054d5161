import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callDetailReply } from '@farline/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database.ts';
import type { MonthsCommand } from '../../../operator/read-command.ts';
import { runMonthsCommand } from '../../../operator/run-months-command.ts';
import { type ApiCustomer, apiCustomer } from '../../../testing/api-customer.ts';
import { testApp } from '../../../testing/test-app.ts';
import { waitingStatements } from '../../../testing/waiting-statements.ts';
import { answered, callsWorld, ended, ringing, testClock } from '../testing/calls-world.ts';
import { addMonthsAhead, keptMonths } from './keep-months.ts';

/** Its routes go by the real clock, the calls by one of 2030; a month is over when the operator's clock says so. */
const app = await testApp({ FARLINE_ROLES: 'api' });
const { database } = app;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farline-months-'));
  for (const at of ['2030-01-25', '2030-02-25']) {
    await addMonthsAhead({ database, clock: testClock(new Date(`${at}T12:00:00Z`)) });
  }
});
afterAll(async () => await rm(folder, { recursive: true }));

const operator = async (act: MonthsCommand['act'], at = '2030-06-01') =>
  await runMonthsCommand(
    database,
    { name: 'months', act },
    { actor: 'operator:grace', at: new Date(`${at}T00:00:00Z`) },
  );
const archive = async (month: string, into = folder, at?: string) =>
  await operator({ kind: 'archive', month, folder: into }, at);
const restore = async (month: string, from = folder) => await operator({ kind: 'restore', month, folder: from });

/** A call of 20 seconds at that time, one of which was measured. */
async function aCall(customer: ApiCustomer, at: string): Promise<string> {
  const world = await callsWorld(database, { clock: testClock(new Date(at)) });
  const call = await world.place(customer);
  const answeredAt = world.clock.now();
  await world.report(ringing(call, answeredAt));
  await world.report(answered(call, answeredAt));
  world.clock.passSeconds(20);
  await world.report(ended(call, { answeredAt, at: world.clock.now() }, 'callee'));
  const samples = [{ second: 3, lossPercent: 0.1, jitterMs: 4.25, roundTripMs: null }];
  expect(await customer.ask('POST', `/calls/${call.id}/quality`, { samples })).toMatchObject({ status: 200 });
  await sql`insert into calls.step values (${call.id}, 'extended', ${new Date(at)}, 60)`.execute(database);
  return call.id;
}

/** Where the rows of a call lie, each with what it says. */
async function rowsOf(callId: string) {
  const { rows } = await sql<{ lies: string; row: string }>`
    select tableoid::regclass::text as lies, leg::text as row from calls.leg where call_id = ${callId}
    union all select tableoid::regclass::text, step::text from calls.step where call_id = ${callId}
    union all select tableoid::regclass::text, batch::text from calls.quality_batch batch where call_id = ${callId}
    order by 1, 2`.execute(database);
  return rows;
}

const detailOf = async (customer: ApiCustomer, id: string) =>
  callDetailReply.parse((await customer.ask('GET', `/calls/${id}`)).body);
const placesOf = async (callId: string) => [...new Set((await rowsOf(callId)).map(({ lies }) => lies))];
const inMonth = (suffix: string) => ['leg', 'quality_batch', 'step'].map((table) => `calls.${table}_${suffix}`);

test('what explains a call lies in the month that it began in, and that month is there before it begins', async () => {
  const customer = await apiCustomer(app);
  const call = await aCall(customer, '2030-03-31T23:59:50Z');
  expect(await placesOf(call)).toEqual(inMonth('2030_03'));
  const names = (await keptMonths(database)).map(({ name }) => name);
  expect(names[0]).toMatch(/^before-\d{4}-\d{2}$/);
  expect(names.slice(-2)).toEqual(['2030-03', '2030-04']);
});

test('what was written while a month had no partitions is moved into them when they come', async () => {
  const customer = await apiCustomer(app);
  const call = await aCall(customer, '2030-05-02T10:00:00Z');
  expect(await placesOf(call)).toEqual(inMonth('default'));
  const before = (await rowsOf(call)).map(({ row }) => row);

  const clock = testClock(new Date('2030-04-25T12:00:00Z'));
  const twoServers = await Promise.allSettled([
    addMonthsAhead({ database, clock }),
    addMonthsAhead({ database, clock }),
  ]);

  expect(twoServers.filter(({ status }) => status === 'fulfilled')).not.toEqual([]);
  expect(await placesOf(call)).toEqual(inMonth('2030_05'));
  expect((await rowsOf(call)).map(({ row }) => row)).toEqual(before);
});

test('a month is moved into files, its calls keep what they cost and say that they were archived, and it comes back as it was', async () => {
  const customer = await apiCustomer(app);
  const call = await aCall(customer, '2030-02-10T10:00:00Z');
  const [rows, detail] = [await rowsOf(call), await detailOf(customer, call)];
  expect(rows).toHaveLength(4);
  expect(detail).toMatchObject({ archivedAt: null, quality: { points: [expect.anything()] } });

  const said = await archive('2030-02');

  expect(said).toContain(': 2 legs, 1 step, 1 quality record.');
  expect(await readdir(folder)).toEqual(
    ['leg', 'quality-batch', 'step'].map((table) => `calls-2030-02-${table}.ndjson.gz`),
  );
  expect(await rowsOf(call)).toEqual([]);
  expect(await operator({ kind: 'list' })).not.toContain('2030-02:');
  const archived = await detailOf(customer, call);
  expect(archived).toMatchObject({ archivedAt: '2030-06-01T00:00:00.000Z', quality: null });
  expect({ call: archived.call, lines: archived.priceLines, route: archived.route }).toEqual({
    call: detail.call,
    lines: detail.priceLines,
    route: detail.route,
  });
  await expect(archive('2030-02', join(folder, 'again'))).rejects.toThrow('There’s no data for 2030-02');

  expect(await restore('2030-02')).toContain('2 legs, 1 step, 1 quality record');
  expect(await restore('2030-02')).toContain('0 legs, 0 steps, 0 quality records');
  expect(await rowsOf(call)).toEqual(rows);
  expect(await detailOf(customer, call)).toEqual(detail);
  const { rows: audited } = await sql<{ action: string }>`
    select action from audit.event where after ->> 'month' = '2030-02' order by id`.execute(database);
  expect(audited.map(({ action }) => action)).toEqual(['month.archived', 'month.restored', 'month.restored']);
});

test('a month stays where it is while a call of it runs, while it may still change, and where a file is in the way', async () => {
  const customer = await apiCustomer(app);
  const call = await aCall(customer, '2030-03-05T10:00:00Z');
  const rows = await rowsOf(call);
  const own = join(folder, 'kept');

  await expect(archive('2030-03', own, '2030-04-20')).rejects.toThrow('hasn’t been over for 31 days');

  const world = await callsWorld(database, { clock: testClock(new Date('2030-03-06T10:00:00Z')) });
  const running = await world.place(customer);
  await expect(archive('2030-03', own)).rejects.toThrow('isn’t over yet');
  await sql`delete from calls.trunk_place where call_id = ${running.id}`.execute(database);
  await sql`delete from calls.call where id = ${running.id}`.execute(database);

  await mkdir(own);
  await writeFile(join(own, 'calls-2030-03-step.ndjson.gz'), 'somebody’s');
  await expect(archive('2030-03', own)).rejects.toThrow('is there already');
  expect(await readdir(own)).toEqual(['calls-2030-03-step.ndjson.gz']);
  await expect(archive('2030-3', own)).rejects.toThrow('is no month');
  await expect(restore('2031-01', own)).rejects.toThrow('isn’t there');
  expect((await keptMonths(database)).map(({ name }) => name)).not.toContain('2031-01');
  expect(await rowsOf(call)).toEqual(rows);
});

test('a month that is moved while somebody reads calls for long lets others read meanwhile, and is moved after that', async () => {
  await addMonthsAhead({ database, clock: testClock(new Date('2030-03-25T12:00:00Z')) });
  const callId = await aCall(await apiCustomer(app), '2030-03-10T12:00:00Z');
  const moved = await inTransaction(database, async (tx) => {
    await sql`select from calls.call limit 1`.execute(tx);
    const moving = archive('2030-03', join(folder, 'read'));
    await expect.poll(async () => await waitingStatements(database)).toBe(1);
    await expect.poll(async () => await waitingStatements(database)).toBe(0);
    return { moving };
  });

  await moved.moving;
  expect(await rowsOf(callId)).toEqual([]);
});

test('a file that is cut off puts nothing back', async () => {
  const customer = await apiCustomer(app);
  const call = await aCall(customer, '2030-04-05T10:00:00Z');
  const own = join(folder, 'cut');
  await archive('2030-04', own);
  await truncate(join(own, 'calls-2030-04-step.ndjson.gz'), 12);
  await expect(restore('2030-04', own)).rejects.toThrow('damaged');
  expect(await rowsOf(call)).toEqual([]);
});

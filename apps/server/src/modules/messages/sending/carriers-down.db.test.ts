import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../testing/test-database.ts';
import { messagesWorld, type TestCarrier, testCarrier } from '../../../testing/money/messages-world.ts';

const { database } = await testDatabase();
let numbers = 0;

/** A server with these carriers, and somebody who has paid and so writes by real ones. */
async function paidWorld(carriers: TestCarrier[]) {
  const world = await messagesWorld(database, { carriers });
  const payer = await world.customer('5.00');
  await sql`update accounts.account set state = 'active' where id = ${payer.accountId}`.execute(database);
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${`+1415555200${(numbers += 1)}`}, ${payer.accountId}, 'bought', now())`.execute(database);
  return { ...world, payer };
}

/** How often pages were told of a message. */
async function timesTold(id: string): Promise<number> {
  const { rows } = await sql`select from platform.event where subject_id = ${id}`.execute(database);
  return rows.length;
}

test('what waits for a carrier that is down stays as it is while another one sends, and goes once it is up', async () => {
  const [real, sandbox] = [testCarrier('real'), testCarrier('sandbox', { isSandbox: true })];
  const world = await paidWorld([real, sandbox]);
  real.isUp = false;
  const waiting = await world.write(world.payer, 'real');
  const practice = await world.write(await world.customer('1.00'), 'practice');
  const told = await timesTold(waiting.id);
  await world.send();
  expect(await world.message(practice.id)).toMatchObject({ state: 'sent' });
  expect(await world.message(waiting.id)).toMatchObject({ state: 'queued', tries: 0 });
  expect(await timesTold(waiting.id)).toBe(told);
  real.isUp = true;
  await world.send();
  expect(await world.message(waiting.id)).toMatchObject({ state: 'sent' });
});

test('a server whose line is down puts off no message that another server can send', async () => {
  const there = await paidWorld([testCarrier('real'), testCarrier('sandbox', { isSandbox: true })]);
  const down = testCarrier('real');
  down.isUp = false;
  const here = await messagesWorld(database, { carriers: [down, testCarrier('sandbox', { isSandbox: true })] });
  const { id } = await there.write(there.payer, 'real');
  await here.send();
  expect(await there.message(id)).toMatchObject({ state: 'queued', tries: 0 });
  await there.send();
  expect(await there.message(id)).toMatchObject({ state: 'sent' });
});

test('what every carrier has refused but one that is down waits for that one, and what all refused is given up', async () => {
  const [first, second] = [testCarrier('first'), testCarrier('second')];
  const world = await paidWorld([first, second, testCarrier('sandbox', { isSandbox: true })]);
  const refusedBy = async (...names: string[]) => {
    const { id } = await world.write(world.payer, 'refused');
    await sql`update messages.message set refused_by = ${names} where id = ${id}`.execute(database);
    return id;
  };
  const [byOne, byAll] = [await refusedBy('first'), await refusedBy('first', 'second')];
  second.isUp = false;
  await world.send();
  expect(await world.message(byOne)).toMatchObject({ state: 'queued', tries: 0 });
  expect(await world.message(byAll)).toMatchObject({ state: 'failed', reason: 'refused' });
  second.isUp = true;
  await world.send();
  expect([first.submitted.length, second.submitted.length]).toEqual([0, 1]);
});

test('what a carrier takes nothing for goes to the next one, and what is for others still to the first', async () => {
  const [first, second] = [testCarrier('first'), testCarrier('second')];
  const world = await paidWorld([first, second]);
  const [unreachable, other] = ['+447700900101', '+447700900102'];
  first.closedTo.add(unreachable);
  await world.write(world.payer, 'Hi', { to: unreachable });
  await world.write(world.payer, 'Hi', { to: other });
  await world.send();
  expect([first, second].map(({ submitted }) => submitted.map(({ to }) => to))).toEqual([[other], [unreachable]]);
});

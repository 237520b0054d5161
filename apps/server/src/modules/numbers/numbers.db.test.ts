import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { allocateSandboxNumber, callerIdSql, numbersOf } from './index.ts';

const { database } = await testDatabase();
const at = new Date();
const allocate = (accountId: string, random?: () => number) =>
  inTransaction(database, (tx) => allocateSandboxNumber(tx, { accountId, at }, random));

async function callerIdOf(accountId: string, asked: string | null): Promise<string | null | undefined> {
  const { rows } = await sql<{ callerId: string | null }>`
    select ${callerIdSql(accountId, asked, at)} as "callerId"`.execute(database);
  return rows[0]?.callerId;
}

test('a sandbox number is +999 and nine digits, and belongs to its account alone', async () => {
  const [accountId, other] = [randomUUID(), randomUUID()];
  const e164 = await allocate(accountId);

  expect(e164).toMatch(/^\+999\d{9}$/);
  expect(await numbersOf(database, accountId)).toEqual([e164]);
  expect(await callerIdOf(accountId, e164)).toBe(e164);
  expect(await callerIdOf(accountId, null)).toBe(e164);
  expect(await callerIdOf(other, e164)).toBeNull();
  expect(await numbersOf(database, other)).toEqual([]);
});

test('a number that somebody has is not given again', async () => {
  const draws = [7, 7, 7, 8];
  const random = () => draws.shift() ?? 9;
  const first = await allocate(randomUUID(), random);
  const second = await allocate(randomUUID(), random);

  expect([first, second]).toEqual(['+999000000007', '+999000000008']);
});

test('when no free number is found, nothing is written', async () => {
  await allocate(randomUUID(), () => 1);
  const accountId = randomUUID();

  await expect(allocate(accountId, () => 1)).rejects.toThrow('no free sandbox number');
  expect(await numbersOf(database, accountId)).toEqual([]);
});

test('fifty accounts at once get fifty numbers', async () => {
  const numbers = await Promise.all(Array.from({ length: 50 }, () => allocate(randomUUID())));

  expect(new Set(numbers).size).toBe(50);
});

test('the database keeps sandbox numbers and real ones apart', async () => {
  const insert = (e164: string, kind: string) =>
    sql`insert into numbers.number (e164, account_id, kind, created_at)
      values (${e164}, ${randomUUID()}, ${kind}, ${at})`.execute(database);

  await expect(insert('+447700900123', 'sandbox')).rejects.toThrow('violates check constraint');
  await expect(insert('+999123456789', 'bought')).rejects.toThrow('violates check constraint');
  await expect(insert('447700900123', 'bought')).rejects.toThrow('violates check constraint');
});

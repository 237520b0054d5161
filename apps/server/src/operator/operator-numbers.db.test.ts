import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { runOperator } from '../testing/operator-program.ts';
import { testDatabase } from '../testing/test-database.ts';

/** What operators do about the numbers that are offered for rent, by the words that they type. */

const { database, url } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'farline-numbers-'));
afterAll(async () => await rm(folder, { recursive: true }));

const operator = async (...words: string[]) => await runOperator(['numbers', ...words], { DATABASE_URL: url });
const HEAD = 'number,carrier,monthly_price,setup_price,incoming_per_minute,voice,sms,documents';

async function load(...lines: string[]) {
  const path = join(folder, 'numbers.csv');
  await writeFile(path, `${[HEAD, ...lines].join('\n')}\n`);
  return await operator('load', path);
}

async function offered() {
  const { rows } = await sql<{ e164: string; monthly: bigint; is_offered: boolean }>`
    select e164, monthly, is_offered from numbers.offer order by e164`.execute(database);
  return rows.map((row) => [row.e164, row.monthly, row.is_offered]);
}

test('numbers are loaded, loaded again at other prices, summed up and withdrawn', async () => {
  expect(await operator()).toMatchObject({ code: 0, said: 'No number is offered: load a file of them.\n' });
  const first = await load('+14155550123,carrier-1,1,0,0,yes,yes,', '+442079460123,carrier-1,2,0,0,yes,no,');
  expect(first).toMatchObject({ code: 0, complained: '', said: expect.stringContaining('2 new, 0 updated.') });
  const second = await load('+14155550123,carrier-1,1.5,0,0,yes,yes,', '+14155550124,carrier-1,1,0,0,yes,yes,');
  expect(second.said).toContain('1 new, 1 updated.');

  expect(await operator('withdraw', '+1 (415) 555-0124')).toMatchObject({ code: 0, complained: '' });
  expect(await offered()).toEqual([
    ['+14155550123', 1_500_000n, true],
    ['+14155550124', 1_000_000n, false],
    ['+442079460123', 2_000_000n, true],
  ]);
  expect((await operator()).said).toBe(
    'carrier-1, GB, fixed: 1 offered.\ncarrier-1, US, fixed: 1 offered, 1 withdrawn.\n',
  );
  expect(await operator('withdraw', '+14155550124')).toMatchObject({
    code: 1,
    complained: '+14155550124 is not offered.\n',
  });
  const { rows } = await sql<{ actor: string; action: string }>`
    select actor, action from audit.event where action like 'number%' order by id`.execute(database);
  expect(rows).toEqual([
    { actor: 'operator:grace', action: 'numbers.loaded' },
    { actor: 'operator:grace', action: 'numbers.loaded' },
    { actor: 'operator:grace', action: 'number.withdrawn' },
  ]);
});

test('of a file with a line that is wrong nothing is loaded', async () => {
  const before = await offered();
  const done = await load('+14155550130,carrier-1,1,0,0,yes,yes,', '+14155550131,carrier-1,1,0,a lot,yes,yes,');

  expect(done).toMatchObject({ code: 1, said: '' });
  expect(done.complained).toMatch(/^Nothing was loaded.\nline 3: a price is written like 1.50/);
  expect(await offered()).toEqual(before);
});

test.each([
  [['load'], 'numbers takes nothing more, or: load <file>'],
  [['load', '/nowhere/numbers.csv'], '/nowhere/numbers.csv cannot be read.'],
  [['sell', 'everything'], 'numbers takes nothing more, or: load <file>'],
])('%j is refused with a sentence', async (words, sentence) => {
  const done = await operator(...words);
  expect(done).toMatchObject({ code: 1, said: '' });
  expect(done.complained).toContain(sentence);
});

test('an operator sees what is under way at the provider of numbers, and no such number as withdrawn', async () => {
  const before = (await operator()).said;
  await sql`insert into numbers.offer (e164, country, kind, carrier, monthly, setup, currency, has_voice, has_sms, is_offered, loaded_at)
    values ('+13125550199', 'US', 'fixed', 'telnyx', 1, 0, 'USD', true, true, false, now())`.execute(database);
  await sql`insert into numbers.provider_order (id, provider, e164, account_id, user_id, country, kind, monthly, setup, per_minute,
      currency, has_voice, has_sms, state, begun_at, submitted_at, due_at)
    values (${newId()}, 'telnyx', '+13125550199', ${newId()}, ${newId()}, 'US', 'fixed', 1, 0, 0, 'USD', true, true, 'pending',
      '2026-03-10T09:30:00Z', '2026-03-10T09:30:00Z', now())`.execute(database);

  expect((await operator()).said).toBe(
    `${before}telnyx: 1 pending at the provider, the oldest of 2026-03-10T09:30:00.000Z.\n`,
  );
});

import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runOperator, runOperatorProgram } from '../testing/operator-program.ts';
import { testDatabase } from '../testing/test-database.ts';
import { operate } from './operate.ts';

/** What the program promises as a process, and what its one function promises so that it can stand for it. */

const { database, url } = await testDatabase();
const TOKEN_SECRET = 'a secret of the tests, longer than 32 characters';

async function aTrunk(name: string): Promise<void> {
  await sql`insert into routing.trunk (id, name, kind, host, port, transport, priority, created_at)
    values (gen_random_uuid(), ${name}, 'real', '203.0.113.10', 5060, 'udp', 10, now())`.execute(database);
}

async function hasLogin(name: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select login_password is not null as has from routing.trunk where name = ${name}`.execute(database);
  return rows[0]?.has === true;
}

test('a command that is done ends with exit code 0 and its sentence alone, by whoever used sudo', async () => {
  await aTrunk('carrier-1');

  expect(await runOperatorProgram(['trunk', 'carrier-1', 'capacity', '30'], { DATABASE_URL: url })).toEqual({
    code: 0,
    said: 'carrier-1: on, priority 10, weight 1, capacity 30. It counts for new calls within a second.\n',
    complained: '',
  });
  const { rows } = await sql`select actor from audit.event where action = 'trunk.changed'`.execute(database);
  expect(rows).toEqual([{ actor: 'operator:grace' }]);
});

test('a refused command ends with exit code 1 and its sentence alone', async () => {
  const words = ['credit', 'ada', '5', 'gift'];
  const refused = { code: 1, said: '', complained: '"ada" is not an email address.\n' };

  expect(await runOperatorProgram(words, { DATABASE_URL: url })).toEqual(refused);
  expect(await runOperator(words, { DATABASE_URL: url })).toEqual(refused);
});

test('without the address of the database, the data folder is asked for first', async () => {
  const env = { FARLINE_DATA_DIR: '/nowhere' };

  const { code, complained } = await runOperator(['trunks'], env);

  expect(code).toBe(1);
  expect(complained).toMatch(
    /^The database's address is kept in \/nowhere\/database-url, but it is not there\. Set FARLINE_DATA_DIR to /,
  );
});

test('what nobody foresaw ends with exit code 1, and tells where it happened', async () => {
  const env = { DATABASE_URL: 'postgres://farline@127.0.0.1:99999/farline' };
  const done = await runOperatorProgram(['trunks'], env);

  expect(done).toMatchObject({ code: 1, said: '' });
  expect(done.complained).toContain('TypeError: Invalid URL\n    at ');
  await expect(runOperator(['trunks'], env)).rejects.toThrow('Invalid URL');
});

test('a command leaves no connection behind, whether it is done or refused', async () => {
  const connections = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'farline operator'`.execute(database);
    return rows[0]?.count;
  };

  expect(await runOperator(['trunks'], { DATABASE_URL: url })).toMatchObject({ code: 0 });
  await expect.poll(connections).toBe(0);
  const refused = await runOperator(['trunk', 'nobody', 'off'], { DATABASE_URL: url });
  expect(refused).toEqual({ code: 1, said: '', complained: 'There is no trunk "nobody".\n' });
  await expect.poll(connections).toBe(0);
});

test('a password that is typed is asked for, and shown nowhere', async () => {
  await aTrunk('carrier-2');
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const prompts = new PassThrough();
  let said = '';
  input.write('hidden\n');
  await operate({
    words: ['trunk', 'carrier-2', 'login', 'ada'],
    env: { DATABASE_URL: url, FARLINE_TOKEN_SECRET: TOKEN_SECRET },
    terminal: () => ({ input, prompts }),
    say: (sentences) => {
      said += sentences;
    },
  });

  expect(String(prompts.read())).toBe('The password of ada at carrier-2: \n');
  expect(said).toContain('logs in as ada');
  expect(said).not.toContain('hidden');
  expect(await hasLogin('carrier-2')).toBe(true);
});

test.each([
  ['that never comes', ''],
  ['of no characters', '\n'],
  ['of 257 characters', 'x'.repeat(257)],
])('a password %s is refused, and the carrier keeps none', async (_, typed) => {
  await sql`delete from routing.trunk where name = 'carrier-3'`.execute(database);
  await aTrunk('carrier-3');
  const env = { DATABASE_URL: url, FARLINE_TOKEN_SECRET: TOKEN_SECRET };

  expect(await runOperator(['trunk', 'carrier-3', 'login', 'ada'], env, typed)).toEqual({
    code: 1,
    said: '',
    complained: 'A password has 1 to 256 characters.\n',
  });
  expect(await hasLogin('carrier-3')).toBe(false);
});

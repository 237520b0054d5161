import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownTestStack } from '@farline/tools/own-stack';
import type { Stack } from '@farline/tools/stack';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { keeps, type ScriptedRegistrar, startScriptedRegistrar } from '../../../voice/testbed/scripted-registrar.ts';
import { sealedPassword } from '../src/modules/routing/index.ts';
import type { Database } from '../src/platform/database.ts';
import { openTestDatabase } from './testbed/test-database.ts';

const login = { user: 'farline-01', password: 'a secret between us' };
const secretsFile = z.object({ tokenSecret: z.string() });

let stack: Stack;
let registrar: ScriptedRegistrar;
let database: Database;
beforeAll(async () => {
  stack = await ownTestStack({ without: ['carrier', 'pages'] });
  registrar = await startScriptedRegistrar({ ...login, status: 407 });
  database = openTestDatabase(stack.databaseUrl);
}, 120_000);
afterAll(async () => {
  registrar?.close();
  await database?.destroy();
  await stack?.stop();
});

const unregistered = async () => {
  const text = await (await fetch(`${stack.url}/metrics`)).text();
  return /^farline_trunks_unregistered (\d+)$/m.exec(text)?.[1];
};
const proven = () => registrar.received.all.filter((request) => request.header('Proxy-Authorization') !== '');

test('a carrier that wants us to register knows us within seconds, goes on knowing us, and hears that we go', async () => {
  registrar.says((request) => keeps(request, request.header('Expires') === '0' ? 0 : 6));
  const { tokenSecret } = secretsFile.parse(JSON.parse(await readFile(join(stack.dataFolder, 'secrets.json'), 'utf8')));
  await sql`
    insert into routing.trunk (id, name, kind, host, port, transport, priority, created_at, login_user, login_password, register_seconds)
    values (gen_random_uuid(), 'my-carrier', 'real', '127.0.0.1', ${registrar.port}, 'udp', 10, now(), ${login.user},
      ${sealedPassword(login.password, tokenSecret, 'my-carrier')}, 600)`.execute(database);

  await expect.poll(() => proven().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
  expect(registrar.gate.complaints).toEqual([]);
  await expect.poll(unregistered, { timeout: 20_000 }).toBe('0');

  await sql`update routing.trunk set enabled = false where name = 'my-carrier'`.execute(database);
  await expect.poll(() => proven().at(-1)?.header('Expires'), { timeout: 20_000 }).toBe('0');
});

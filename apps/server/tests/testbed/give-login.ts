import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stack } from '@farline/tools/stack';
import { waitUntil } from '@farline/tools/wait-until';
import { sql } from 'kysely';
import { z } from 'zod';
import { sealedPassword } from '../../src/modules/routing/index.ts';
import type { Callers } from './callers.ts';

/** The far side knows us by this, where a trick has it ask. */
export const LOGIN = { user: 'farline-01', password: 'a secret between us' };

/** Gives the first sandbox trunk this login, and returns once the engine knows it. */
export async function giveLogin({ dataFolder, kamailio }: Stack, { database }: Callers): Promise<void> {
  const { tokenSecret } = secretsFile.parse(JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8')));
  const password = sealedPassword(LOGIN.password, tokenSecret, 'sandbox-a');
  await sql`update routing.trunk set login_user = ${LOGIN.user}, login_password = ${password} where name = 'sandbox-a'`.execute(
    database,
  );
  const isKnown = () => kamailio.log.lines().some((line) => line.includes('DIGEST sandbox-a has a login'));
  await waitUntil('the engine to know the login', isKnown, { withinMs: 20_000 });
}
const secretsFile = z.object({ tokenSecret: z.string() });

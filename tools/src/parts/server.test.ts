import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../ports.ts';
import type { Part } from '../processes/part.ts';
import type { Patience } from '../processes/patience.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { createServerPart } from './server.ts';

const HOURS_MS = 4 * 60 * 60_000;
/** As a server with a long migration: it takes no connection until a file says that it is over. */
const MIGRATES = `import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
console.log('migrating');
const over = setInterval(() => {
  if (!existsSync(process.env.OVER)) return;
  clearInterval(over);
  createServer((_, reply) => reply.end()).listen(Number(process.env.FARLINE_PORT), '127.0.0.1');
}, 10);
`;

test('a server that is still migrating after its usual time is waited for, and that is said', async () => {
  const words: string[] = [];
  const { part, over } = await aMigratingServer({
    withinMs: HOURS_MS,
    sayEveryMs: 20,
    say: (line) => words.push(line),
  });
  const starting = part.start();
  await waitUntil('it to be said twice', () => words.length >= 2, { withinMs: 60_000 });
  expect(words[0]).toBe(`server-1 is still starting, after 0 min. Its words: ${part.log.path}`);

  writeFileSync(over, '');

  await starting;
  expect(part.pid()).not.toBeNull();
});

test('a server that ends while it migrates is not waited for', async () => {
  const { part } = await aMigratingServer({ withinMs: HOURS_MS });
  const starting = part.start();
  await waitUntil('it to migrate', () => part.log.containing('migrating').length > 0, { withinMs: 60_000 });

  process.kill(part.pid() ?? -1, 'SIGKILL');

  await expect(starting).rejects.toThrow('server-1 ended at once (killed by SIGKILL)');
});

test('a launcher that is asked to end does not wait for the migration, and leaves nothing running', async () => {
  const ended = new AbortController();
  const { part } = await aMigratingServer({ withinMs: HOURS_MS, ended: ended.signal });
  const starting = part.start();
  await waitUntil('it to migrate', () => part.log.containing('migrating').length > 0, { withinMs: 60_000 });

  ended.abort();

  await expect(starting).rejects.toThrow('server-1 does not serve: nobody waits for it any longer');
  expect(part.pid()).toBeNull();
});

test('a server that does not serve within its time is ended', async () => {
  const { part } = await aMigratingServer({ withinMs: 1 });

  await expect(part.start()).rejects.toThrow('server-1 does not serve: Waited 1 ms in vain for server-1 to answer');
  expect(part.pid()).toBeNull();
});

async function aMigratingServer(patience: Patience): Promise<{ part: Part; over: string }> {
  const project = mkdtempSync(join(tmpdir(), 'farline-server-'));
  mkdirSync(join(project, 'apps/server/src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'apps/server/src/main.ts'), MIGRATES);
  const over = join(project, 'over');
  const part = createServerPart({
    project,
    runFolder: project,
    logFolder: project,
    name: 'server-1',
    port: await freePort(),
    env: { OVER: over },
    patience,
  });
  onTestFinished(async () => {
    await part.stop();
    rmSync(project, { recursive: true });
  });
  return { part, over };
}

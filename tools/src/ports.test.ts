import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { freePort } from './ports.ts';

/** Asks for ports in a process of its own, in the order in which it finds 9000 to 9003 by chance. */
const SAME_CHOICE = `
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
let next = 9000;
crypto.randomInt = () => next++;
syncBuiltinESMExports();
const { freePort } = await import(${JSON.stringify(new URL('ports.ts', import.meta.url).href)});
`;
const inProcess = (code: string) => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `${SAME_CHOICE}${code}`],
    {
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  expect(status, stderr).toBe(0);
  return stdout.trim().split('\n').map(Number);
};

test('a port that was given to one process is given to no other while the first lives, though nobody listens there yet', () => {
  const [mine, theirs] = inProcess(`
    import { execFileSync } from 'node:child_process';
    const mine = await freePort();
    const theirs = execFileSync(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(`${SAME_CHOICE}console.log(await freePort())`)}]);
    console.log(mine + '\\n' + String(theirs).trim());
  `);
  expect(mine).toBeGreaterThanOrEqual(9000);
  expect(theirs).toBeGreaterThan(mine ?? Infinity);
});

test('one process is never given a port twice', async () => {
  const given = await Promise.all(Array.from({ length: 200 }, freePort));
  expect(new Set(given).size).toBe(200);
});

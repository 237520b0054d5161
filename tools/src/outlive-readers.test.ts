import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const PROGRAM = `
  import { outliveReaders } from '${new URL('./outlive-readers.ts', import.meta.url).href}';
  outliveReaders();
  process.on('SIGTERM', () => {
    const end = () => setImmediate(() => process.exit(0));
    process.stdout.write('Ending', () => process.stdout.write('Ended', () => process.stderr.write('Ended', end)));
  });
  setInterval(() => {}, 1000);
  process.stdout.write('ready');
`;

test('who reads its words may go: a program ends in order all the same', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');

  child.stdout.destroy();
  child.stderr.destroy();
  child.kill('SIGTERM');

  expect(await ended).toEqual([0, null]);
});

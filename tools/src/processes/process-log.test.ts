import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openLog } from './process-log.ts';
import { waitUntil } from './wait-until.ts';

const folder = mkdtempSync(join(tmpdir(), 'farline-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasText = async (path: string, text: string) =>
  await waitUntil(`${text} in the log`, () => readFileSync(path, 'utf8').includes(text), { withinMs: 20_000 });

test('a log is turned over at its bound, and one old one is kept', async () => {
  const path = join(folder, 'turned.log');
  const log = openLog(path, { limitBytes: 10 });
  log.write('the first line');
  await hasText(path, 'the first line');
  log.write('the second line');
  await hasText(path, 'the second line');

  expect(readFileSync(`${path}.1`, 'utf8')).toBe('the first line\n');
  expect(readFileSync(path, 'utf8')).toBe('the second line\n');
});

test('a log that somebody removed begins anew at its bound, and whoever writes never hears of it', async () => {
  const path = join(folder, 'removed.log');
  const log = openLog(path, { limitBytes: 10 });
  log.write('the first line');
  await hasText(path, 'the first line');
  rmSync(path);

  log.write('the second line');
  await hasText(path, 'the second line');

  expect(log.lines()).toEqual(['the first line', 'the second line']);
});

test('a log whose folder is gone is told of once, and written again from its next bound on', async () => {
  const gone = join(folder, 'gone');
  const path = join(gone, 'process.log');
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const log = openLog(path, { limitBytes: 10 });
  log.write('the first line');
  await hasText(path, 'the first line');
  rmSync(gone, { recursive: true });

  log.write('the second line');
  await waitUntil('word of it', () => told.mock.calls.some(([text]) => String(text).includes('Cannot write')), {
    withinMs: 20_000,
  });
  mkdirSync(gone);
  log.write('the third line');
  await hasText(path, 'the third line');
  told.mockRestore();
});

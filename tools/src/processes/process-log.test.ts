import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openLog } from './process-log.ts';
import { waitUntil } from './wait-until.ts';

const folder = mkdtempSync(join(tmpdir(), 'farline-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasText = async (path: string, text: string) =>
  await waitUntil(`${text} in the log`, () => readFileSync(path, 'utf8').includes(text), { withinMs: 20_000 });

test('a log is turned over at its bound, and nine old ones are kept', async () => {
  const path = join(folder, 'turned.log');
  const log = openLog(path, { limitBytes: 10 });
  for (let number = 1; number <= 11; number++) {
    log.write(`this is line ${number}`);
    await hasText(path, `this is line ${number}`);
  }

  expect(readFileSync(path, 'utf8')).toBe('this is line 11\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('this is line 10\n');
  expect(readFileSync(`${path}.9`, 'utf8')).toBe('this is line 2\n');
  expect(existsSync(`${path}.10`)).toBe(false);
});

test('what a stranger has a process say neither forges a line nor moves a terminal', async () => {
  const log = openLog(join(folder, 'forged.log'));
  log.write('wrong password from \r\u001b[2K127.0.0.1\tand\u0085more');
  expect(log.lines()).toEqual(['wrong password from \\x0d\\x1b[2K127.0.0.1\tand\\x85more']);
});

test('a line without an end is cut, and what is kept of it is bounded', () => {
  const log = openLog(join(folder, 'long.log'));
  const stream = new PassThrough();
  log.read(stream);
  for (let piece = 0; piece < 100; piece++) stream.write('x'.repeat(1000));
  stream.end('\n');
  return expect.poll(() => log.lines()).toEqual([`${'x'.repeat(4000)}…`]);
});

test('who says more than 5,000 lines in a second is counted and not written, and heard again in the next', () => {
  let now = 1_000_000;
  const log = openLog(join(folder, 'flooded.log'), { now: () => now });
  for (let number = 0; number < 6000; number++) log.write('Bad request');
  expect(log.lines()).toHaveLength(5000);

  now += 1000;
  log.write('the next second');
  expect(log.lines().slice(5000)).toEqual(['1000 lines of one second were left out', 'the next second']);
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

test('a log whose file takes nothing is told of once, and written again some seconds after it can be', async () => {
  const gone = join(folder, 'gone');
  const path = join(gone, 'process.log');
  let now = 1_000_000;
  const log = openLog(path, { limitBytes: 10, now: () => now });
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => told.mockRestore());
  const words = () => told.mock.calls.filter(([text]) => String(text).startsWith(`Cannot write ${path}`));
  log.write('the first line');
  await hasText(path, 'the first line');
  rmSync(gone, { recursive: true });

  log.write('the second line, at which the file is turned over');
  await waitUntil('word of it', () => words().length > 0, { withinMs: 20_000 });
  mkdirSync(gone);
  now += 4999;
  log.write('the third line');
  now += 1;
  log.write('the fourth line');
  await hasText(path, 'the fourth line');

  expect(readFileSync(path, 'utf8')).toBe('the fourth line\n');
  expect(words()).toHaveLength(1);
});

test('a log whose file took nothing is written again where the clock was set back meanwhile', async () => {
  const gone = join(folder, 'set-back');
  const path = join(gone, 'process.log');
  let now = 1_000_000_000;
  const log = openLog(path, { limitBytes: 10, now: () => now });
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => told.mockRestore());
  log.write('the first line');
  await hasText(path, 'the first line');
  rmSync(gone, { recursive: true });
  log.write('the second line, at which the file is turned over');
  const isTold = () => told.mock.calls.some(([text]) => String(text).startsWith(`Cannot write ${path}`));
  await waitUntil('word of it', isTold, { withinMs: 20_000 });
  mkdirSync(gone);

  now = 1_000_000;
  log.write('the third line');
  await hasText(path, 'the third line');
});

test('noise is marked, bounded by itself, and leaves room for what matters', () => {
  let now = 1_000_000;
  const log = openLog(join(folder, 'noisy.log'), { now: () => now, isNoise: (line) => line.startsWith('bad') });
  for (let number = 0; number < 10_000; number++) log.write('bad header');
  log.write('a call ended');
  expect(log.lines()).toHaveLength(101);
  expect(log.lines().slice(-2)).toEqual(['| bad header', 'a call ended']);

  now += 1000;
  log.write('another');
  expect(log.lines().slice(-2)).toEqual(['9900 lines of one second were left out', 'another']);
});

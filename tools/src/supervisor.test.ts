import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPart, type Part } from './processes/part.ts';
import { openLog } from './processes/process-log.ts';
import { startProcess } from './processes/running-process.ts';
import { waitUntil } from './processes/wait-until.ts';
import { supervise } from './supervisor.ts';

test('a part that ends is started again, also one that ended while the others were still starting', async () => {
  const [early, late] = [await aRunningPart('early'), await aRunningPart('late')];
  await die(early);

  const words: string[] = [];
  const stopSupervising = supervise([early, late], (line) => words.push(line));
  onTestFinished(stopSupervising);
  await die(late);

  for (const part of [early, late]) {
    await waitUntil(`${part.name} to run again`, () => words.includes(`${part.name} runs again`), { withinMs: 20_000 });
    expect(part.pid()).not.toBeNull();
    expect(words.filter((line) => line.startsWith(`${part.name} ended`))).toHaveLength(1);
  }
});

async function aRunningPart(name: string): Promise<Part> {
  const folder = mkdtempSync(join(tmpdir(), 'farline-part-'));
  const log = openLog(join(folder, 'part.log'));
  const launch = () => startProcess({ name, command: ['sleep', '600'], user: null, stopSignal: 'SIGTERM', log });
  const part = createPart({ name, log, launch, ready: () => Promise.resolve() });
  onTestFinished(async () => {
    await part.stop();
    rmSync(folder, { recursive: true });
  });
  await part.start();
  return part;
}

/** By its own process alone: the part is not told. */
async function die(part: Part): Promise<void> {
  process.kill(part.pid() ?? -1, 'SIGKILL');
  await waitUntil(`${part.name} to end`, () => part.pid() === null, { withinMs: 20_000 });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How many calls of a scenario went as it says, and how many did not. */
export type SippResult = { succeeded: number; failed: number };

/** Runs a scenario of `voice/scenarios` over TCP from this source address; resolves when all calls have ended. */
export async function runSipp(options: {
  scenario: string;
  from: string;
  to: string;
  calls: number;
  callsPerSecond: number;
}): Promise<SippResult> {
  const folder = await mkdtemp(join(tmpdir(), 'farline-sipp-'));
  const scenario = fileURLToPath(new URL(`../scenarios/${options.scenario}`, import.meta.url));
  const words = [
    '-sf',
    scenario,
    '-i',
    options.from,
    '-t',
    't1',
    '-m',
    String(options.calls),
    '-r',
    String(options.callsPerSecond),
  ];
  const bounds = ['-timeout', '30', '-nostdin', '-trace_stat', '-stf', 'stat.csv', '-fd', '1'];
  const sipp = spawn('sipp', [options.to, ...words, ...bounds], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let screen = '';
  sipp.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString()));
  await once(sipp, 'close');
  await rm(folder, { recursive: true, force: true });
  const last = (label: string) =>
    Number([...screen.matchAll(new RegExp(`${label} call[^|]*\\|[^|]*\\|\\s*(\\d+)`, 'g'))].at(-1)?.[1] ?? Number.NaN);
  return { succeeded: last('Successful'), failed: last('Failed') };
}

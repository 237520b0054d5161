import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '@farline/tools/ports';
import { expect, vi } from 'vitest';

const PROGRAM = new URL('message-centre.pl', import.meta.url).pathname;

export type PerlCentre = {
  port: number;
  /** What its client answered and what went wrong, a line each. */
  said(): string[];
  close(): Promise<void>;
};

/** A message centre on Net::SMPP, which we did not write: how it tells of a message follows from the last two digits of the recipient. */
export async function startPerlCentre(): Promise<PerlCentre> {
  const port = await freePort();
  const child = spawn('/usr/bin/perl', [PROGRAM, String(port)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += String(chunk);
    });
  }
  const ended = once(child, 'close');
  await vi.waitFor(() => expect(said).toBe('listening\n'), { timeout: 30_000, interval: 50 });
  return {
    port,
    said: () => said.trim().split('\n').slice(1),
    async close() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

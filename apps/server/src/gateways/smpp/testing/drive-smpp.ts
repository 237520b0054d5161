import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort } from '@farline/tools/ports';
import { vi } from 'vitest';

const PROGRAM = '/usr/lib/kannel/test/drive_smpp';
/** Where it looks for a part of Kannel that it does not need here, and gives up without it. It cannot be told another port. */
const SMSBOX_PORT = 13_001;

export type DriveSmpp = {
  port: number;
  /** All that it said so far. */
  said(): string;
  /** The code that it ends with once both connections are unbound. */
  ended: Promise<unknown>;
  close(): Promise<void>;
};

/** Kannel's own message centre for tests: it takes a transmitter and a receiver, and delivers so many messages, `1` and up. */
export async function startDriveSmpp(deliveries: number): Promise<DriveSmpp> {
  const smsbox = await listenAsSmsbox();
  const port = await freePort();
  const child = spawn(PROGRAM, ['-v', '0', '-p', String(port), '-m', String(deliveries)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += String(chunk);
  });
  const ended = once(child, 'close').then(([code]: unknown[]) => code);
  ended.catch((error: unknown) => {
    said += String(error);
  });
  return {
    port,
    said: () => said,
    ended,
    async close() {
      smsbox();
      await endOf(child);
    },
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Another run of this test has the port for some seconds; a Kannel of this machine has it for good, and does as well. */
async function listenAsSmsbox(): Promise<() => void> {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  const listening = async () => {
    server.listen(SMSBOX_PORT, '127.0.0.1');
    await once(server, 'listening');
  };
  try {
    await vi.waitFor(listening, { timeout: 30_000, interval: 200 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
  }
  return () => server.close();
}

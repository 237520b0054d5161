import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { compiledCode } from '@farline/tools/compiled-code';
import { freePort } from '@farline/tools/ports';
import { vi } from 'vitest';
import { whenOver } from './when-over.ts';

const SERVER = join(import.meta.dirname, '../main.ts');
const NOWHERE = '127.0.0.1:9';
/** A bound for what hangs: a server starts in its time, which a busy machine stretches. */
const PATIENT_MS = 200_000;

export type ServerProcess = {
  origin: string;
  start: () => Promise<void>;
  /** kill -9. */
  kill: () => Promise<void>;
  /** Everything that it has said. */
  words: () => string;
};

/** The server as a process of its own, so that it can be killed as a machine would kill it. It is ended after the file's tests. */
export async function serverProcess(url: string, env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let server: ChildProcess | null = null;
  let said = '';

  const kill = async () => {
    const ended = server;
    server = null;
    if (ended === null) return;
    const gone = new Promise((resolve) => ended.once('exit', resolve));
    ended.kill('SIGKILL');
    await gone;
  };
  whenOver(kill);

  return {
    origin,
    kill,
    words: () => said,
    async start() {
      const started = spawn(process.execPath, [SERVER], {
        env: {
          PATH: process.env['PATH'],
          ...compiledCode(),
          DATABASE_URL: url,
          FARLINE_PORT: String(port),
          FARLINE_LISTEN: '127.0.0.1',
          FARLINE_TOKEN_SECRET: 'a secret of a test, long enough for it',
          FARLINE_SIP_SECRET: 'another secret of a test, long enough',
          FARLINE_EVAPI: NOWHERE,
          FARLINE_KAMAILIO_RPC: `http://${NOWHERE}/rpc`,
          FARLINE_RTPENGINE: NOWHERE,
          FARLINE_RATE_LIMITS: 'off',
          FARLINE_OVERLOAD_WAIT_MS: '0',
          FARLINE_LOG_LEVEL: 'trace',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      server = started;
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (part: Buffer) => {
          said += part.toString();
        });
      }
      const answers = async () => (await fetch(`${origin}/health`).catch(() => null))?.ok ?? false;
      await vi.waitUntil(answers, { timeout: PATIENT_MS, interval: 50 });
    },
  };
}

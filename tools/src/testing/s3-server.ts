import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AwsV4Signer } from 'aws4fetch';

const PROGRAM = join(import.meta.dirname, 'swift-server.py');
const REGION = 'us-east-1';

/** An S3 service that we did not write: OpenStack Swift with its S3 API, which checks every signature. What it holds outlives its end. */
export type S3Server = {
  accessKeyId: string;
  secretAccessKey: string;
  /** As the settings name it; the bucket is made. */
  aBucket(): Promise<{ name: string; env: Record<string, string>; keys: () => Promise<string[]> }>;
  /** What the settings say of a bucket of that name, which nobody has made. */
  envOf(name: string): Record<string, string>;
  /** kill -9. */
  stop(): Promise<void>;
  /** At the same port. */
  start(): Promise<void>;
  /** Ends it, and takes away what it held. */
  close(): Promise<void>;
};

/** Starts one on a free port of loopback. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'farline-s3-'));
  const accessKeyId = 'farline:tests';
  const secretAccessKey = randomUUID();
  let child: ChildProcess | null = null;
  let port = 0;
  const start = async () => {
    const started = spawn('/usr/bin/python3', [PROGRAM, folder, String(port), accessKeyId, secretAccessKey], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child = started;
    port = await portOf(started);
  };
  const stop = async () => {
    const stopped = child;
    child = null;
    if (stopped === null || stopped.exitCode !== null || stopped.signalCode !== null) return;
    const ended = once(stopped, 'exit');
    stopped.kill('SIGKILL');
    await ended;
  };
  const ask = async (method: string, path: string) => {
    const url = `http://127.0.0.1:${port}${path}`;
    const signer = new AwsV4Signer({ method, url, service: 's3', region: REGION, accessKeyId, secretAccessKey });
    const signed = await signer.sign();
    const response = await fetch(signed.url, { method, headers: signed.headers, signal: AbortSignal.timeout(20_000) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return await response.text();
  };
  const envOf = (name: string) => ({
    FARLINE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    FARLINE_S3_REGION: REGION,
    FARLINE_S3_BUCKET: name,
    FARLINE_S3_ACCESS_KEY_ID: accessKeyId,
    FARLINE_S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const aBucket = async () => {
    const name = `bucket-${randomUUID()}`;
    await ask('PUT', `/${name}`);
    const keys = async () =>
      [...(await ask('GET', `/${name}?list-type=2&max-keys=1000`)).matchAll(/<Key>([^<]+)<\/Key>/g)].map(
        ([, key = '']) => key,
      );
    return { name, keys, env: envOf(name) };
  };
  await start();
  const close = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { accessKeyId, secretAccessKey, aBucket, envOf, stop, start, close };
}

async function portOf(child: ChildProcess): Promise<number> {
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${String(chunk)}`.slice(-10_000);
  });
  if (child.stdout === null) throw new Error('Swift has no standard output');
  for await (const line of createInterface(child.stdout)) {
    const [, port] = /^port (\d+)$/.exec(line) ?? [];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`Swift did not start: ${said}`);
}

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PORT_SETTINGS, type Ports, freePorts } from '../ports.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { PROJECT } from '../project.ts';

/** All of it, or what alone was asked for. */
const READY = /^(Farline|PostgreSQL) is ready/m;

export type LaunchedFarline = {
  pid: number;
  ports: Ports;
  /** Everything it has printed. */
  words(): string;
  ready(): Promise<void>;
  /** From now on nobody reads what it prints: `npm start | head`. */
  stopReading(): void;
  /** The exit code, once it has ended; null after a signal. */
  exited: Promise<number | null>;
  /** It and all processes below it that live now. */
  family(): number[];
};

/** Runs the main program of `npm start` on free ports, as a person would from a terminal. */
export async function launchFarline(options: {
  dataFolder: string;
  ports?: Ports;
  env?: Record<string, string>;
  /** What is typed behind `npm start --`. */
  words?: string[];
}): Promise<LaunchedFarline> {
  const ports = options.ports ?? (await freePorts());
  // It ends with the test, whatever becomes of that.
  const command = [
    '--pdeathsig',
    'TERM',
    process.execPath,
    join(PROJECT, 'tools/src/start.ts'),
    ...(options.words ?? []),
  ];
  const child = spawn('setpriv', command, {
    cwd: PROJECT,
    env: { ...baseEnvironment(), ...portSettings(ports), FARLINE_DATA_DIR: options.dataFolder, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (words += chunk.toString()));
  let hasEnded = false;
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      hasEnded = true;
      resolve(code);
    });
  });
  const pid = child.pid ?? -1;
  return {
    pid,
    ports,
    words: () => words,
    exited,
    family: () => familyOf(pid),
    stopReading() {
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
    },
    async ready() {
      await waitUntil('Farline to be ready', () => READY.test(words) || hasEnded, { withinMs: 90_000 });
      if (!READY.test(words)) throw new Error(`It ended before it was ready:\n${words}`);
    },
  };
}

/** Whether a process lives (one that has ended and was not yet waited for does not). */
export function isAlive(pid: number): boolean {
  const state = statusOf(pid, 'State');
  return state !== null && !state.startsWith('Z') && !state.startsWith('X');
}

/** The number of the user that a living process runs as. */
export function userOf(pid: number): number {
  return Number(statusOf(pid, 'Uid')?.split(/\s+/)[0]);
}

function familyOf(pid: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map((each) => [each, Number(statusOf(each, 'PPid') ?? 0)]));
  const below = (parent: number): number[] =>
    pids.filter((each) => parents.get(each) === parent).flatMap((each) => [each, ...below(each)]);
  return [pid, ...below(pid)];
}

function statusOf(pid: number, field: string): string | null {
  const path = `/proc/${pid}/status`;
  try {
    return existsSync(path)
      ? (new RegExp(`^${field}:\\s+(.+)$`, 'm').exec(readFileSync(path, 'utf8'))?.[1] ?? null)
      : null;
  } catch {
    // It ended between the look and the reading.
    return null;
  }
}

function portSettings(ports: Ports): Record<string, string> {
  const names = Object.keys(PORT_SETTINGS) as (keyof typeof PORT_SETTINGS)[];
  return {
    ...Object.fromEntries(names.map((name) => [PORT_SETTINGS[name].setting, String(ports[name])])),
    FARLINE_RTP_FIRST: String(ports.rtpFirst),
    FARLINE_RTP_LAST: String(ports.rtpLast),
  };
}

function baseEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/', NODE_ENV: 'production' };
}

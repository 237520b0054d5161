import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { ProcessLog } from './process-log.ts';
import { waitUntil } from './wait-until.ts';

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** What a session is nice by for so many times a usual one's share (sched(7)). */
const NICE_OF_SHARE = { 3: -5, 9: -10, 28: -15 } as const;
export type ProcessorShare = keyof typeof NICE_OF_SHARE;

export type ProcessSpec = {
  name: string;
  command: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
  /** Who it runs as; null: as we do. */
  user: string | null;
  /** A folder that the process alone sees in a second place; takes root. */
  sees?: { folder: string; at: string };
  /** So many times the processor of a usual session, where there is too little for all, as far as we may say so. */
  processorShare?: ProcessorShare;
  /** Asks it politely to end; it gets the same when we die, unless `deathSignal` says otherwise. */
  stopSignal: 'SIGTERM' | 'SIGINT';
  /** For what loses nothing by a sudden end: nobody is left then to see that a polite one succeeds. */
  deathSignal?: 'SIGKILL';
  log: ProcessLog;
};

export type RunningProcess = {
  readonly name: string;
  readonly pid: number;
  readonly exited: Promise<Exit>;
  exit(): Exit | null;
  /** Signals every process of its group. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it politely, after `withinMs` by force; resolves when no process of its group is left. */
  stop(withinMs?: number): Promise<void>;
};

/**
 * Starts a process in its own group, as the given user, its words going to the log. It gets its death signal when this
 * process dies in any way (prctl PR_SET_PDEATHSIG).
 */
export function startProcess(spec: ProcessSpec): RunningProcess {
  const [program = '', ...parameters] = [...seeing(spec), 'setpriv', ...privileges(spec), '--', ...spec.command];
  const child = spawn(program, parameters, {
    cwd: spec.cwd ?? '/',
    env: spec.env ?? {},
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (spec.processorShare !== undefined && child.pid !== undefined) giveShare(child.pid, spec.processorShare);
  let exit: Exit | null = null;
  const exited = new Promise<Exit>((resolve) => {
    const settle = (value: Exit) => {
      exit ??= value;
      resolve(exit);
    };
    child.once('exit', (code, signal) => settle({ code, signal }));
    child.once('error', (error) => {
      spec.log.write(`cannot start: ${error.message}`);
      settle({ code: 127, signal: null });
    });
  });
  spec.log.read(child.stdout);
  spec.log.read(child.stderr);

  const signal = (name: NodeJS.Signals) => signalGroup(child, name);
  return {
    name: spec.name,
    pid: child.pid ?? -1,
    exited,
    exit: () => exit,
    signal,
    async stop(withinMs = 10_000) {
      if (exit === null) {
        signal(spec.stopSignal);
        // A stopped (SIGSTOP) process hears nothing else.
        signal('SIGCONT');
        const force = setTimeout(() => signal('SIGKILL'), withinMs);
        await exited;
        clearTimeout(force);
      }
      signal('SIGKILL');
      await waitUntil(`the processes of ${spec.name} to end`, () => !isGroupAlive(child), { withinMs: 5000 });
    },
  };
}

/**
 * Gives the session of a process this share. Linux shares a processor between sessions, and then between the processes of each (sched(7), autogroup):
 * each connection of PostgreSQL is a session of its own, and a program of many processes has no more than one of them.
 */
export function giveShare(pid: number, share: ProcessorShare): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICE_OF_SHARE[share]));
  } catch {
    // Only root may, and only on kernels that share so.
  }
}

/** Its own mount namespace: whoever may not enter the folders above one reaches it there. */
function seeing({ sees, cwd = '/' }: ProcessSpec): string[] {
  if (sees === undefined) return [];
  const script = 'mount --bind "$1" "$2" && cd "$3" && shift 3 && exec "$@"';
  return ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', sees.folder, sees.at, cwd];
}

function privileges(spec: ProcessSpec): string[] {
  const death = ['--pdeathsig', (spec.deathSignal ?? spec.stopSignal).slice('SIG'.length)];
  if (spec.user === null) return death;
  return [`--reuid=${spec.user}`, `--regid=${spec.user}`, '--init-groups', ...death];
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** The dead that nobody waits for (a container without an init) do not count. */
function isGroupAlive(child: ChildProcess): boolean {
  if (!signalGroup(child, 0)) return false;
  return readdirSync('/proc').some((name) => {
    const [state, , group] = /^\d+$/.test(name) ? statOf(name) : [];
    return Number(group) === child.pid && state !== 'Z' && state !== 'X';
  });
}

/** State, parent, process group and the rest, in the order of proc(5). */
function statOf(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It ended between the look and the reading.
    return [];
  }
}

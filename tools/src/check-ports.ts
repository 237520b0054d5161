import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { PlainError } from './plain-error.ts';
import { PORT_SETTINGS, type Ports, isFree } from './ports.ts';
import { waitUntil } from './processes/wait-until.ts';

const PATIENCE_MS = 8000;

/** A PlainError that names each port in use, by whom if that can be seen, and the setting that moves it. */
export async function checkPorts(ports: Ports, options: { skip: (keyof Ports)[]; isPatient: boolean }): Promise<void> {
  const taken = async () => {
    const names = (Object.keys(PORT_SETTINGS) as (keyof typeof PORT_SETTINGS)[]).filter(
      (name) => !options.skip.includes(name),
    );
    const free = await Promise.all(names.map(async (name) => await isFree(ports[name], PORT_SETTINGS[name].over)));
    return names.filter((_, index) => free[index] === false);
  };
  if (options.isPatient) {
    // What is still there is the rest of a Farline that was killed: its processes are ending.
    await waitUntil('the ports', async () => (await taken()).length === 0, {
      withinMs: PATIENCE_MS,
      everyMs: 200,
    }).catch(() => {});
  }
  const names = await taken();
  if (names.length === 0) return;
  throw new PlainError(
    names
      .map((name) => {
        const { use, setting } = PORT_SETTINGS[name];
        const owner = ownerOf(ports[name]);
        return `Port ${ports[name]} (${use}) is in use${owner === null ? '' : ` by ${owner}`}. End that program, or choose another port with ${setting}.`;
      })
      .join('\n'),
  );
}

/** Who listens on a port, as `name (process 123)`; null when we may not see it. */
function ownerOf(port: number): string | null {
  const inodes = new Set(['tcp', 'tcp6', 'udp', 'udp6'].flatMap((table) => socketsOn(`/proc/net/${table}`, port)));
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (openSockets(pid).some((inode) => inodes.has(inode))) {
      const [program] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return `${basename(program ?? 'a program')} (process ${pid})`;
    }
  }
  return null;
}

function socketsOn(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return linesOf(table)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(suffix) === true && columns[9] !== '0')
    .map((columns) => columns[9] ?? '');
}

function linesOf(table: string): string[] {
  try {
    return readFileSync(table, 'utf8').split('\n');
  } catch {
    // A kernel without IPv6 has no such table.
    return [];
  }
}

function openSockets(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const match = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`));
      return match?.[1] === undefined ? [] : [match[1]];
    });
  } catch {
    // Somebody else's process, or one that has just ended.
    return [];
  }
}

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from './plain-error.ts';

type Mark = { pid: number; startedAt: string };

/**
 * Marks the data folder as ours until the returned function is called. A PlainError when another Farline runs from it.
 * `wasLeftOver`: the one before did not end in order, and its processes may still be ending.
 */
export function claimDataFolder(dataFolder: string): { release: () => void; wasLeftOver: boolean } {
  const path = join(dataFolder, 'running.json');
  const before = readMark(path);
  if (before !== null && startOf(before.pid) === before.startedAt) {
    throw new PlainError(
      `Farline runs already from the data folder ${dataFolder} (process ${before.pid}). End that one first.`,
    );
  }
  writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) }));
  return { release: () => rmSync(path, { force: true }), wasLeftOver: before !== null };
}

function readMark(path: string): Mark | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Mark;
  } catch {
    // Absent, or cut off by a power failure: nobody claims the folder.
    return null;
  }
}

/** When a process started, in the kernel's ticks: tells a process from a later one with the same number. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second (USER_HZ) on every machine that Debian runs on. */
const MS_PER_TICK = 10;

/** Processor time in ms that a process and all its descendants have used so far, those that have ended included. */
export function cpuMsOf(rootPid: number): number {
  const processes = readProcesses();
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined; at = processes.get(at)?.parent) {
      if (at === rootPid) return true;
    }
    return false;
  };
  let ticks = 0;
  for (const [pid, { ownTicks, reapedTicks }] of processes) if (isOurs(pid)) ticks += ownTicks + reapedTicks;
  return ticks * MS_PER_TICK;
}

type Process = { parent: number; ownTicks: number; reapedTicks: number };

function readProcesses(): Map<number, Process> {
  const processes = new Map<number, Process>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(Number(name));
    if (stat !== null) processes.set(Number(name), stat);
  }
  return processes;
}

/** Fields 4 and 14 to 17 of proc(5): parent, utime, stime, cutime, cstime. Null for a process that has just ended. */
function readStat(pid: number): Process | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name in parentheses may hold anything; the fields after it are plain.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { parent: field(4), ownTicks: field(14) + field(15), reapedTicks: field(16) + field(17) };
}

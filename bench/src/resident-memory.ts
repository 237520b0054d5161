import { readFileSync } from 'node:fs';

/** Resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kib === undefined) throw new Error('the process has ended');
  return Number(kib) / 1_024;
}

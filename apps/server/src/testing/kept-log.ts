import { Writable } from 'node:stream';
import { createLog, type Log } from '../platform/log.ts';

/** A log whose lines are kept for a test to read. */
export function keptLog(level: 'info' | 'warn'): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLog(level, sink), lines };
}

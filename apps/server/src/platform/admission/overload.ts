import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { Admission, type Verdict, type WantedWork } from './admission.ts';
import { countRefusals, showHashing, showWaiting } from './admission-metrics.ts';
import { measureWaiting } from './measure-waiting.ts';
import { WaitingLine } from './waiting-line.ts';

/** What this process does about having more to do than it can. */
export type Overload = {
  /** For a connection of the database, to be decided on as a call that is placed or that comes in, and to be written down as a message. */
  lines: Record<'database' | 'permission' | 'incoming' | 'message', WaitingLine>;
  /** For a password to be hashed, which nothing else waits for: it is measured, and bounds how many are let into it and nothing else. */
  hashingLine: WaitingLine;
  /** Whether work is let in now. What is refused is counted, and must not be done. */
  admit(wanted: WantedWork): Verdict;
  /** Waiting counts from now on. What a server waits for while it starts is nobody's work, and refuses none. */
  start(): void;
  stop(): void;
};

/** Measures from `start` on how long work waits here, and refuses some while it is longer than `targetMs`, all the time; 0: never. */
export function createOverload(options: {
  targetMs: number;
  metrics: Metrics;
  log: Pick<Log, 'info' | 'warn'>;
  random?: () => number;
}): Overload {
  const { targetMs, metrics, log, random = Math.random } = options;
  const lines = {
    database: new WaitingLine(),
    permission: new WaitingLine(),
    incoming: new WaitingLine(),
    message: new WaitingLine(),
  };
  const hashingLine = new WaitingLine();
  const waiting = measureWaiting(Object.values(lines));
  const admission = new Admission({ targetMs, presentMs: waiting.presentMs, random });
  const refused = countRefusals(metrics);
  showWaiting(metrics, { presentMs: waiting.presentMs, isOverloaded: () => admission.isOverloaded });
  showHashing(metrics, () => hashingLine.expectedMs());

  const watch = (waitMs: number, nowMs: number) => {
    const before = admission.isOverloaded;
    admission.note(waitMs, nowMs);
    if (admission.isOverloaded === before) return;
    if (before) log.info({}, 'work waits no longer than it may: nothing is refused any more');
    else log.warn({ waitMs: Math.round(waitMs) }, 'there is more to do than can be done: some of it is refused');
  };
  let stop = (): void => undefined;
  return {
    lines,
    hashingLine,
    admit: (wanted) => {
      const verdict = admission.admit(wanted, performance.now());
      if (!verdict.admitted) refused(wanted.precedence);
      return verdict;
    },
    start: () => {
      stop = waiting.watch(watch);
    },
    stop: () => stop(),
  };
}

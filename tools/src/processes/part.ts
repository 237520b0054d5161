import { PlainError } from '../plain-error.ts';
import type { ProcessLog } from './process-log.ts';
import type { Exit, RunningProcess } from './running-process.ts';

const WORDS_SHOWN = 25;

/** A bound for what never serves, not a promise: a busy machine may take most of it to start a process. */
export const READY_WITHIN_MS = 60_000;

/** One process of the stack that can be killed, stopped, frozen and started again. */
export type Part = {
  readonly name: string;
  readonly log: ProcessLog;
  /** Null while it does not run. */
  pid(): number | null;
  /** Starts it and waits until it serves; throws with its last words when it ends before. */
  start(): Promise<void>;
  stop(): Promise<void>;
  restart(): Promise<void>;
  /** Sends the signal to its whole group; resolves after the end of a process that dies of it. */
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<void>;
  /** SIGSTOP and SIGCONT. */
  freeze(): void;
  thaw(): void;
  /** Called when it ends without having been asked to. */
  onDeath(listener: (exit: Exit) => void): void;
};

/** A part from how it is launched and when it counts as serving. `isReady` is asked again and again until it resolves. */
export function createPart(options: {
  name: string;
  log: ProcessLog;
  launch: () => RunningProcess | Promise<RunningProcess>;
  ready: (running: RunningProcess) => Promise<void>;
}): Part {
  const { name, log } = options;
  const listeners = new Set<(exit: Exit) => void>();
  let running: RunningProcess | null = null;
  let isWanted = false;

  const part: Part = {
    name,
    log,
    pid: () => (running?.exit() === null ? running.pid : null),
    async start() {
      if (part.pid() !== null) return;
      // Workers of a dead main process may still hold its ports.
      await running?.stop();
      const launched = await options.launch();
      running = launched;
      isWanted = true;
      let isServing = false;
      void launched.exited.then((exit) => {
        if (isWanted && isServing && running === launched) for (const listener of listeners) listener(exit);
      });
      try {
        await Promise.race([serving(launched), endedEarly(launched)]);
      } catch (error) {
        await launched.stop();
        throw error;
      }
      isServing = true;
    },
    async stop() {
      isWanted = false;
      await running?.stop();
    },
    async restart() {
      await part.stop();
      await part.start();
    },
    async kill(signal) {
      isWanted = false;
      running?.signal(signal);
      await running?.exited;
      if (signal === 'SIGKILL') await running?.stop();
    },
    freeze: () => running?.signal('SIGSTOP'),
    thaw: () => running?.signal('SIGCONT'),
    onDeath(listener) {
      listeners.add(listener);
    },
  };
  return part;

  async function serving(launched: RunningProcess): Promise<void> {
    try {
      await options.ready(launched);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new PlainError(`${name} does not serve: ${why}. Its last words:\n${lastWords(log)}`);
    }
  }

  async function endedEarly(launched: RunningProcess): Promise<never> {
    const exit = await launched.exited;
    throw new PlainError(`${name} ended at once (${describeExit(exit)}). Its last words:\n${lastWords(log)}`);
  }
}

/** How a process ended, for a person: `exit code 1` or `killed by SIGKILL`. */
export function describeExit(exit: Exit): string {
  return exit.signal === null ? `exit code ${exit.code}` : `killed by ${exit.signal}`;
}

/** The last lines of a log, each behind a mark. */
export function lastWords(log: ProcessLog): string {
  return log
    .lines()
    .slice(-WORDS_SHOWN)
    .map((line) => `  | ${line}`)
    .join('\n');
}

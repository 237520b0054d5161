import { join } from 'node:path';
import { type Part, createPart } from '../processes/part.ts';
import { type Patience, USUAL_PATIENCE, waitToServe } from '../processes/patience.ts';
import { openLog } from '../processes/process-log.ts';
import { startProcess } from '../processes/running-process.ts';
import { ownProgram } from './own-program.ts';

export type ServerOptions = {
  project: string;
  runFolder: string;
  logFolder: string;
  name: string;
  port: number;
  env: Record<string, string>;
  /** A migration of a large database takes its time. */
  patience?: Patience;
};

/** One server process; serving when GET /health says that it is. */
export function createServerPart(options: ServerOptions): Part {
  const log = openLog(join(options.logFolder, `${options.name}.log`));
  return createPart({
    name: options.name,
    log,
    launch: () =>
      startProcess({
        name: options.name,
        ...ownProgram({
          ...options,
          main: 'apps/server/src/main.ts',
          env: { ...options.env, FARLINE_PORT: String(options.port), FARLINE_SERVER_NAME: options.name },
        }),
        // Whoever is to be refused hears so before those who were let in are served (decision 77).
        processorShare: 3,
        stopSignal: 'SIGTERM',
        deathSignal: 'SIGKILL',
        log,
      }),
    ready: async (running) => {
      const address = `http://127.0.0.1:${options.port}/health`;
      const what = `${options.name} to answer ${address}`;
      const serves = async () => (await fetch(address, { signal: AbortSignal.timeout(2000) })).ok;
      await waitToServe({ running, log, what, serves }, options.patience ?? USUAL_PATIENCE);
    },
  });
}

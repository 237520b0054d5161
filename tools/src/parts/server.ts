import { join } from 'node:path';
import { type Part, createPart, READY_WITHIN_MS } from '../processes/part.ts';
import { openLog } from '../processes/process-log.ts';
import { startProcess } from '../processes/running-process.ts';
import { waitUntil } from '../processes/wait-until.ts';
import { ownProgram } from './own-program.ts';

export type ServerOptions = {
  project: string;
  runFolder: string;
  logFolder: string;
  name: string;
  port: number;
  env: Record<string, string>;
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
        stopSignal: 'SIGTERM',
        deathSignal: 'SIGKILL',
        log,
      }),
    ready: async () => {
      const address = `http://127.0.0.1:${options.port}/health`;
      await waitUntil(
        `${options.name} to answer ${address}`,
        async () => (await fetch(address, { signal: AbortSignal.timeout(2000) })).ok,
        { withinMs: READY_WITHIN_MS },
      );
    },
  });
}

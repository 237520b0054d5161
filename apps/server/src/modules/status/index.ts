import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { ServerModule } from '../../platform/server-module.ts';
import { createMeasuring, type StatusChecks } from './measure.ts';
import { addStatusRoutes } from './routes.ts';
import { forgetReadings } from './status-store.ts';
import type { Synthesise } from './test-speech.ts';

export type { StatusChecks } from './measure.ts';
export type { Synthesise } from './test-speech.ts';
export { webAnswers } from './web-answers.ts';

/** Often enough that no slot of ten seconds is missed, also when a check takes its full three. */
const LOOK_EVERY_MS = 2_000;
const FORGET_EVERY_MS = 60 * 60_000;
const KEEP_MS = 31 * 24 * 60 * 60_000;

/** Measures whether the parts of Farline answer, and says it at the root. Every process measures that can see a component. */
export function createStatus(deps: { database: Database; clock: Clock; checks: StatusChecks; synthesise: Synthesise }) {
  const measuring = createMeasuring(deps);
  return {
    routes: async (server) => addStatusRoutes(server, { ...deps, latest: measuring.latest }),
    prefix: '',
    runsIn: 'every process',
    ticks: [
      { name: 'measure status', everyMs: LOOK_EVERY_MS, run: measuring.measure },
      {
        name: 'forget old status',
        everyMs: FORGET_EVERY_MS,
        run: async () => await forgetReadings(deps.database, new Date(deps.clock.now().getTime() - KEEP_MS)),
      },
    ],
  } satisfies ServerModule;
}

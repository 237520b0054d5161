import { countStuckLegs } from './modules/calls/index.ts';
import { countUnregistered } from './modules/routing/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { addGauge, type Metrics } from './platform/metrics.ts';

/** What whoever runs the service sees at /metrics of calls and trunks. */
export function addGauges(
  metrics: Metrics,
  { database, clock, roles }: { database: Database; clock: Clock } & Pick<Config, 'roles'>,
): void {
  addGauge(metrics, {
    name: 'farline_stuck_legs',
    help: 'Calls that are over and that a carrier does not let go of: it may go on counting',
    read: async () => await countStuckLegs(database),
  });
  if (!roles.has('call-control')) return;
  addGauge(metrics, {
    name: 'farline_trunks_unregistered',
    help: 'Trunks that are to be registered with their carrier and are not.',
    read: async () => await countUnregistered(database, clock.now()),
  });
}

import { countStuckLegs } from './modules/calls/index.ts';
import type { Carrier } from './modules/messages/index.ts';
import { countUnregistered } from './modules/routing/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database.ts';
import { addGauge, addGaugeOfEach, type Metrics } from './platform/metrics.ts';

/** What whoever runs the service sees at /metrics of calls, trunks and carriers of messages. */
export function addGauges(
  metrics: Metrics,
  {
    database,
    clock,
    roles,
    carriers,
  }: { database: Database; clock: Clock; carriers: readonly Carrier[] } & Pick<Config, 'roles'>,
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
  addGaugeOfEach(metrics, {
    name: 'farline_message_carrier_bound',
    label: 'carrier',
    help: 'Whether this server has a line to the carrier of messages: 1, or 0.',
    read: () => carriers.map(({ name, isBound }) => [name, isBound() ? 1 : 0] as const),
  });
}

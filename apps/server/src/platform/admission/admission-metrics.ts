import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../metrics.ts';
import type { RefusablePrecedence, WantedWork } from './admission.ts';

/** Counts what was refused because there was more to do than could be done. */
export function countRefusals(metrics: Metrics): (precedence: WantedWork['precedence']) => void {
  const refused = new Counter({
    name: 'farline_overload_refusals_total',
    help: 'Requests and calls that were refused because work waited too long here, by their precedence.',
    labelNames: ['precedence'],
    registers: [metrics],
  });
  const every: readonly RefusablePrecedence[] = ['deferrable', 'new_work', 'begun'];
  for (const precedence of every) refused.inc({ precedence }, 0);
  return (precedence) => refused.inc({ precedence });
}

/** Shows how long work waits, and whether that is too long. */
export function showWaiting(
  metrics: Metrics,
  { presentMs, isOverloaded }: { presentMs: () => number; isOverloaded: () => boolean },
): void {
  new Gauge({
    name: 'farline_work_waiting_seconds',
    help: 'How long what comes now waits for its turn in this server.',
    registers: [metrics],
    collect() {
      this.set(presentMs() / 1000);
    },
  });
  new Gauge({
    name: 'farline_overloaded',
    help: 'Whether work has waited too long for a while, so that some is refused: 1, or 0.',
    registers: [metrics],
    collect() {
      this.set(isOverloaded() ? 1 : 0);
    },
  });
}

/** Shows how long passwords wait to be hashed. */
export function showHashing(metrics: Metrics, expectedMs: () => number): void {
  new Gauge({
    name: 'farline_password_waiting_seconds',
    help: 'How long a password that comes now waits to be hashed in this server, behind all that wait.',
    registers: [metrics],
    collect() {
      this.set(expectedMs() / 1000);
    },
  });
}

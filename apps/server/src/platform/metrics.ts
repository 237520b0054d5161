import { Registry, collectDefaultMetrics } from 'prom-client';

export type Metrics = Registry;

/** The registry behind GET /metrics, with Node's own figures in it. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

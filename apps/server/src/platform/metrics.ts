import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';

export type Metrics = Registry;

/** The registry behind GET /metrics, with Node's own figures in it. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Counts mails that were kept back: what of, and why. */
export function countDroppedMails(metrics: Metrics): (mail: { kind: string; because: string }) => void {
  const dropped = new Counter({
    name: 'farline_mails_dropped_total',
    help: 'Mails that were not sent, because their mailbox had enough of them or nobody has confirmed it.',
    labelNames: ['kind', 'because'],
    registers: [metrics],
  });
  return ({ kind, because }) => dropped.inc({ kind, because });
}

/** Adds a figure that is looked up whenever somebody asks. */
export function addGauge(metrics: Metrics, gauge: { name: string; help: string; read: () => Promise<number> }): void {
  new Gauge({
    ...{ name: gauge.name, help: gauge.help, registers: [metrics] },
    async collect() {
      this.set(await gauge.read());
    },
  });
}

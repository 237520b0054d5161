import { setTimeout as pause } from 'node:timers/promises';
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';

/** Whoever collects the figures waits for some seconds and then has none of them. */
const READ_WITHIN_MS = 2_000;

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

/** Counts what became of messages, and of their parts, that carriers were given. */
export function countSubmits(metrics: Metrics): (submit: { carrier: string; outcome: string }) => void {
  const submits = new Counter({
    name: 'farline_message_submits_total',
    help: 'Messages, or parts of them, that a carrier was given, and what became of them.',
    labelNames: ['carrier', 'outcome'],
    registers: [metrics],
  });
  return ({ carrier, outcome }) => submits.inc({ carrier, outcome });
}

/** Adds a figure for each of several things that have names, looked up whenever somebody asks. */
export function addGaugeOfEach(
  metrics: Metrics,
  gauge: { name: string; help: string; label: string; read: () => Iterable<readonly [string, number]> },
): void {
  const { name, help, label, read } = gauge;
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [metrics],
    collect() {
      this.reset();
      for (const [of, value] of read()) this.set({ [label]: of }, value);
    },
  });
}

/**
 * Adds a figure that is looked up whenever somebody asks. One that cannot be read in time is left out: the others are asked for most
 * when the database does not answer.
 */
export function addGauge(metrics: Metrics, gauge: { name: string; help: string; read: () => Promise<number> }): void {
  const { name, help, read } = gauge;
  new Gauge({
    name,
    help,
    registers: [metrics],
    async collect() {
      const value = await Promise.race([read().catch(() => null), nothingAfter(READ_WITHIN_MS)]);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

async function nothingAfter(ms: number): Promise<null> {
  return await pause(ms, null, { ref: false });
}

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@farline/tools/ports';
import { NotDone, REFUSALS } from './api.ts';
import { cpuMsOf } from './cpu-time.ts';
import { numberToDial } from './numbers.ts';
import type { Customers } from './accounts.ts';
import { quantile } from './measured.ts';
import { watchOwnDelay } from './own-delay.ts';
import { type Caller, type CallerWay, startCaller } from './sipp.ts';

/** A whole system under test: ours, or the bare engine. */
export type Subject = {
  name: string;
  signallingPort: number;
  /** The processes that a call costs something, by name. */
  processes: Record<string, number>;
  /** The id of the next call of this customer: asked of the server by ours, made up for the bare engine. */
  initiate: Customers['initiate'];
  /** Waits until everything that calls leave to be done is done, or for a bound; gives how many calls are not. */
  unsettled(): Promise<number>;
};

export type CallRun = {
  calls: number;
  /** Not set up, not ended in order, or not settled. */
  failed: number;
  /** Calls begun a second, from the first to the last. */
  perSecond: number;
  /** From the last BYE to the last settlement. */
  settledAfterMs: number;
  /** From the first INVITE to the 180, of each call; from trunks also to the 200. */
  setUpMs: number[];
  answerMs: number[];
  /** From the first INVITE to the 503 of those that were refused over SIP. */
  refusalMs: number[];
  initiateMs: number[];
  /** How long those waited for their answer whose initiation was refused because there was too much to do. */
  refusedMs: number[];
  /** How late the bench itself was at p99 while it initiated calls, which is part of the two above. */
  ownDelayMs: number;
  /** Processor time of one call, by process. */
  cpuMsPerCall: Record<string, number>;
  errors: string[];
};

/** Nobody speaks in these calls. */
const SILENT_RTP_PORT = 60_900;
/** In the place of a call's id: whoever hears that it may not be placed sends no INVITE. */
const NOT_PLACED = 'none';
const FINISH_WITHIN_MS = 20_000;

/** `way`, `numberOf` and `rtpPort`: by which way calls come, to which numbers, and where their callers want to hear; usually customers' own, who hear nothing. */
export type RunOptions = {
  folder: string;
  customers: Customers;
  calls: number;
  rate: number;
  talkMs: number;
  way?: CallerWay;
  numberOf?: (index: number) => string;
  rtpPort?: number;
  onAnswered?: (answered: { sipCallId: string; rtpPort: number }) => void;
};

/** Places `calls` calls at an even rate, each with its own initiation just before it, and lets each last `talkMs`. What is refused is not placed. */
export async function runCalls(subject: Subject, options: RunOptions): Promise<CallRun> {
  const { calls, rate, talkMs, customers, way = { as: 'customer' } } = options;
  if (way.as === 'customer') await customers.refresh();
  const twinPort = await freePort();
  const name = `${subject.name}-${rate}-${Date.now()}`;
  const caller = await startCaller({
    folder: options.folder,
    name,
    signallingPort: subject.signallingPort,
    twinPort,
    calls,
    talkMs,
    way,
    credentials: customers.credentials,
    onAnswered: options.onAnswered ?? (() => undefined),
  });
  try {
    const cpuBefore = cpuOf(subject);
    const placed = await placeEvenly(subject, caller, options);
    const count = await caller.finish(talkMs + FINISH_WITHIN_MS);
    const finishedAt = performance.now();
    const unsettled = await subject.unsettled();
    const settledAfterMs = performance.now() - finishedAt;
    const cpuAfter = cpuOf(subject);
    return {
      calls,
      failed: calls - count.successful + unsettled,
      perSecond: placed.perSecond,
      settledAfterMs,
      setUpMs: count.setUpMs,
      answerMs: count.answerMs,
      refusalMs: count.refusalMs,
      initiateMs: placed.initiateMs,
      refusedMs: placed.refusedMs,
      ownDelayMs: placed.ownDelayMs,
      cpuMsPerCall: Object.fromEntries(
        Object.keys(subject.processes).map((of) => [of, ((cpuAfter[of] ?? 0) - (cpuBefore[of] ?? 0)) / calls]),
      ),
      errors: [
        ...(unsettled > 0 ? [`${unsettled} calls are not settled`] : []),
        ...placed.errors,
        ...(count.isOver ? [] : ['sipp did not come to an end']),
        ...count.errors,
      ],
    };
  } finally {
    await caller.stop();
  }
}

/** Each call is initiated on time, whatever became of those before it, and placed in turn: the order says who signs. */
async function placeEvenly(
  subject: Subject,
  caller: Caller,
  { calls, rate, customers, numberOf = numberToDial, rtpPort = SILENT_RTP_PORT }: RunOptions,
): Promise<Pick<CallRun, 'perSecond' | 'initiateMs' | 'refusedMs' | 'ownDelayMs' | 'errors'>> {
  const [initiateMs, refusedMs, errors]: [number[], number[], string[]] = [[], [], []];
  const initiateOne = async (index: number): Promise<string> => {
    const begun = performance.now();
    try {
      const call = await subject.initiate(customers.callerOf(index), numberOf(index));
      initiateMs.push(performance.now() - begun);
      return call;
    } catch (error) {
      if (error instanceof NotDone && REFUSALS.includes(error.status)) refusedMs.push(performance.now() - begun);
      errors.push(String(error));
      return NOT_PLACED;
    }
  };

  const ownDelay = watchOwnDelay();
  const begun = performance.now();
  let lastPlaced = Promise.resolve();
  for (let index = 0; index < calls; index += 1) {
    await until(begun + (index * 1000) / rate);
    const initiated = initiateOne(index);
    lastPlaced = Promise.all([initiated, lastPlaced]).then(([call]) =>
      caller.place({ sipCallId: `${randomUUID()}@bench`, number: numberOf(index), call, rtpPort }),
    );
  }
  await lastPlaced;
  return {
    perSecond: calls / ((performance.now() - begun) / 1000),
    initiateMs,
    refusedMs,
    ownDelayMs: ownDelay.endMs(),
    errors,
  };
}

async function until(instant: number): Promise<void> {
  const leftMs = instant - performance.now();
  if (leftMs > 0) await wait(leftMs);
}

function cpuOf(subject: Subject): Record<string, number> {
  return Object.fromEntries(Object.entries(subject.processes).map(([name, pid]) => [name, cpuMsOf(pid)]));
}

/** One line about a run, for whoever watches. */
export function describeRun(subject: Subject, run: CallRun): string {
  const cpu = Object.entries(run.cpuMsPerCall).map(([name, ms]) => `${name} ${ms.toFixed(2)}`);
  const total = Object.values(run.cpuMsPerCall).reduce((sum, ms) => sum + ms, 0);
  const ms = (share: number) => quantile(run.setUpMs, share).toFixed(1);
  return [
    `${subject.name}: ${run.perSecond.toFixed(0)} calls/s, ${run.failed} of ${run.calls} failed`,
    `set-up ms p50 ${ms(0.5)} p99 ${ms(0.99)} max ${ms(1)}`,
    `initiate ms p50 ${quantile(run.initiateMs, 0.5).toFixed(1)} p99 ${quantile(run.initiateMs, 0.99).toFixed(1)}`,
    `${run.refusedMs.length} refused over HTTP, in ms p99 ${quantile(run.refusedMs, 0.99).toFixed(1)}, and ${run.refusalMs.length} over SIP, p99 ${quantile(run.refusalMs, 0.99).toFixed(1)}, the bench itself late by ${run.ownDelayMs.toFixed(1)}`,
    `settled after ${run.settledAfterMs.toFixed(0)} ms`,
    `CPU ms/call ${total.toFixed(2)} (${cpu.join(', ')})`,
  ].join('; ');
}

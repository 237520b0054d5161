import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Callee } from './callees.ts';
import { type CallRun, describeRun, type Subject } from './call-run.ts';
import { type LeftBehind, leftBehind, moreThan } from './left-behind.ts';
import { liveMiB } from './live-memory.ts';
import { type Measured, quantile } from './measured.ts';
import { runIncoming } from './measure-incoming.ts';
import type { VoicemailOrder, VoicemailWord } from './voicemail-callers.ts';
import type { World } from './world.ts';

/** A greeting and the tone take one second of it; the rest is the message. */
const TALK_MS = 3_000;
const CALLS = 2_000;
const AIMED_RATE = 40;
/** From the aim upwards, or downwards where the aim itself is not kept. */
const RATES_UP = [60, 80];
const RATES_DOWN = [20, 10];
const WARM_UP = { calls: 100, rate: 10 };
const MOST_PROMPT_MS = 200;
const MANY = 10_000;
const MANY_BEGIN = 2_000;
/** At this rate, or what is kept of it, so that memory is measured and no overload. */
const MANY_RATE = 25;
const LEAST_MANY_RATE = 10;
const MOST_GROWTH = 1.2;
/** SIP keeps what was said for half a minute, and what nobody answers for as long. */
const FORGOTTEN_WITHIN_MS = 90_000;
const LOOK_EVERY_MS = 1_000;
/** The generator itself must have kept the rate for it to count. */
const KEPT_SHARE = 0.97;

type VoicemailRun = CallRun & { promptMs: number[] };

/**
 * Calls that go to voicemail at once: each hears the greeting, speaks after the tone, and hangs up after three seconds; what was said is taken
 * in as a message. The highest rate with none of 2,000 failed, the delay from the answer to the first packet of the greeting, the attendant's
 * processor time, its memory over 10,000 calls, and what is left of them.
 */
export async function measureAttendant(
  world: World,
  callees: readonly Callee[],
  say: (line: string) => void,
): Promise<{ rows: Measured[]; failures: string[] }> {
  const attendant = world.stack.attendants[0]?.pid() ?? 0;
  const { ours, stack } = world;
  const subject: Subject = {
    ...ours,
    name: 'voicemail',
    signallingPort: stack.ports.carrierSide,
    processes: { attendant, ...ours.processes },
  };
  const callers = await startCallers();
  const run = async (calls: number, rate: number): Promise<VoicemailRun> => {
    const { rtpPort, onAnswered } = callers;
    const result = await runIncoming(world, subject, { calls, rate, talkMs: TALK_MS, callees, rtpPort, onAnswered });
    const { promptMs } = await callers.tell();
    const failed = Math.max(result.failed, calls - promptMs.length);
    say(
      `${describeRun(subject, { ...result, failed })}; greeting ms p50 ${quantile(promptMs, 0.5).toFixed(1)} p99 ${quantile(promptMs, 0.99).toFixed(1)} of ${promptMs.length}`,
    );
    for (const error of failed > 0 ? result.errors.slice(0, 5) : []) say(`  ${error.slice(0, 200)}`);
    if (failed > 0) await world.endLeftovers();
    return { ...result, failed, promptMs };
  };
  try {
    await run(WARM_UP.calls, WARM_UP.rate);
    const before = await quietest(world);
    const kept = await highestRate(run);
    const manyRate = Math.max(LEAST_MANY_RATE, Math.min(kept.rate, MANY_RATE));
    const many = await runMany(run, { rate: manyRate, pid: attendant });
    const left = await whatIsLeft(world, before);
    say(`Left behind: ${left.length === 0 ? 'nothing' : left.join(', ')}`);
    const failures = left.map((what) => `left behind: ${what}`);
    if (many.failed > 0) failures.push(`${many.failed} of ${MANY} calls to voicemail at ${many.rate}/s`);
    return { rows: [...rowsOf(kept), ...rowsOfMany(many, left)], failures };
  } finally {
    await callers.stop();
  }
}

type Run = (calls: number, rate: number) => Promise<VoicemailRun>;

/** The run at the rate that is kept; rate 0 and the last run where none is. */
async function highestRate(run: Run): Promise<{ rate: number; atRate: VoicemailRun }> {
  const isKept = (result: CallRun, rate: number) => result.failed === 0 && result.perSecond >= KEPT_SHARE * rate;
  let last = await run(CALLS, AIMED_RATE);
  if (!isKept(last, AIMED_RATE)) {
    for (const rate of RATES_DOWN) {
      last = await run(CALLS, rate);
      if (isKept(last, rate)) return { rate, atRate: last };
    }
    return { rate: 0, atRate: last };
  }
  let kept = AIMED_RATE;
  for (const rate of RATES_UP) {
    const next = await run(CALLS, rate);
    if (!isKept(next, rate)) break;
    [kept, last] = [rate, next];
  }
  return { rate: kept, atRate: last };
}

type Many = { failed: number; rate: number; beginMiB: number; endMiB: number; promptMs: number[] };

/** Ten thousand calls, in turns; memory after the first of them and after the last. */
async function runMany(run: Run, { rate, pid }: { rate: number; pid: number }): Promise<Many> {
  const first = await run(MANY_BEGIN, rate);
  const beginMiB = await liveMiB(pid);
  const rest: VoicemailRun[] = [];
  for (let done = MANY_BEGIN; done < MANY; done += MANY_BEGIN) rest.push(await run(MANY_BEGIN, rate));
  const all = [first, ...rest];
  return {
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    rate,
    beginMiB,
    endMiB: await liveMiB(pid),
    promptMs: all.flatMap(({ promptMs }) => promptMs),
  };
}

/** The least of each that is seen until nothing falls any more. */
async function quietest(world: World): Promise<LeftBehind> {
  let least = await leftBehind(world);
  for (let since = 0; since < FORGOTTEN_WITHIN_MS / 2; since += LOOK_EVERY_MS) {
    await wait(LOOK_EVERY_MS);
    const now = await leftBehind(world);
    least = Object.fromEntries(Object.entries(now).map(([what, count]) => [what, Math.min(count, least[what] ?? 0)]));
  }
  return least;
}

/** What there is more of than before, once SIP's timers are over. */
async function whatIsLeft(world: World, before: LeftBehind): Promise<string[]> {
  for (const deadline = performance.now() + FORGOTTEN_WITHIN_MS; ; await wait(LOOK_EVERY_MS)) {
    const left = moreThan(before, await leftBehind(world));
    if (left.length === 0 || performance.now() > deadline) return left;
  }
}

async function startCallers() {
  const worker = new Worker(new URL('./voicemail-callers.ts', import.meta.url), { workerData: { talkMs: TALK_MS } });
  const nextWord = async () => ((await once(worker, 'message')) as [VoicemailWord])[0];
  const order = (what: VoicemailOrder) => worker.postMessage(what);
  const ready = await nextWord();
  if (ready.kind !== 'ready') throw new Error('the callers said something else than where they are');
  return {
    rtpPort: ready.port,
    onAnswered: ({ rtpPort }: { rtpPort: number }) =>
      order({ kind: 'answered', port: rtpPort, at: performance.timeOrigin + performance.now() }),
    async tell() {
      order({ kind: 'tell' });
      const told = await nextWord();
      if (told.kind !== 'told') throw new Error('the callers said something else than what they heard');
      return told;
    },
    async stop() {
      order({ kind: 'stop' });
      await worker.terminate();
    },
  };
}

function rowsOf({ rate, atRate }: { rate: number; atRate: VoicemailRun }): Measured[] {
  // Of those that it answered: who is refused before costs it nothing.
  const cpuMs = ((atRate.cpuMsPerCall['attendant'] ?? Number.NaN) * atRate.calls) / atRate.promptMs.length;
  const all = Object.entries(atRate.cpuMsPerCall).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
  const promptMs = quantile(atRate.promptMs, 0.99);
  const at = `at ${atRate.perSecond.toFixed(0)}/s`;
  return [
    {
      what: `voicemail calls set up, none of ${CALLS.toLocaleString('en')} failed`,
      unit: '/s',
      ours: rate,
      bare: Number.NaN,
      aim: `≥ ${AIMED_RATE}/s`,
      isMet: rate >= AIMED_RATE,
      remark: `the highest rate of those tried; each lasts ${TALK_MS / 1000} s and leaves a message`,
    },
    {
      what: 'answer to the first packet of the greeting, p99',
      unit: ' ms',
      ours: promptMs,
      bare: Number.NaN,
      aim: `≤ ${MOST_PROMPT_MS} ms`,
      isMet: promptMs <= MOST_PROMPT_MS,
      remark: `${at}; half within ${quantile(atRate.promptMs, 0.5).toFixed(0)} ms; from the INVITE to the answer p99 ${quantile(atRate.answerMs, 0.99).toFixed(0)} ms`,
    },
    {
      what: `voicemail calls a second that one processor of the attendant’s carries`,
      unit: '/s',
      ours: 1000 / cpuMs,
      bare: Number.NaN,
      aim: null,
      isMet: true,
      remark: `${at}, ${((1000 / cpuMs) * (TALK_MS / 1000)).toFixed(0)} at once; ms of processor time a call: ${all.join(', ')}`,
    },
  ];
}

function rowsOfMany(many: Many, left: readonly string[]): Measured[] {
  return [
    {
      what: `attendant’s memory in use after ${MANY.toLocaleString('en')} calls, beside ${MANY_BEGIN.toLocaleString('en')}`,
      unit: ' MiB',
      ours: many.endMiB,
      bare: many.beginMiB,
      aim: `≤ ${MOST_GROWTH} of it`,
      isMet: many.endMiB <= MOST_GROWTH * many.beginMiB,
      remark: `${many.rate}/s, ${many.failed} failed; answer to greeting p99 ${quantile(many.promptMs, 0.99).toFixed(0)} ms`,
    },
    {
      what: `left of ${MANY.toLocaleString('en')} calls in attendant, Kamailio, rtpengine, tables and on the disk`,
      unit: '',
      ours: left.length,
      bare: Number.NaN,
      aim: 'nothing, of calls of which none failed',
      isMet: left.length === 0 && many.failed === 0,
      ...(left.length === 0 ? {} : { remark: left.join(', ') }),
    },
  ];
}

import { type CallRun, describeRun, runCalls, type Subject } from './call-run.ts';
import { kindsOf } from './error-kinds.ts';
import { type Measured, quantile } from './measured.ts';
import type { World } from './world.ts';

const CALLS = 3_000;
const TALK_MS = 2_000;
const AIMED_RATE = 100;
const RATES_UP = [AIMED_RATE, 125, 150, 175, 200, 250, 300, 350, 400, 500, 600];
const RATES_DOWN = [75, 50, 25];
const SLOW_RATE = 50;
/** What is aimed at: of the bare engine's rate and processor time, and what may be added to its set-up. */
const LEAST_RATE_SHARE = 0.8;
const MOST_CPU_RATIO = 3.5;
const MOST_ADDED_MS = { [SLOW_RATE]: 16, [AIMED_RATE]: 24 };
/** The generator itself must have kept the rate for it to count. */
const KEPT_SHARE = 0.97;
const WARM_UP = { calls: 500, rate: 50 };

export type CallRows = { rows: Measured[]; failures: string[] };

/**
 * Set-up, settlement and cost of calls without media, ours against the bare engine: the highest rate that each keeps with none
 * of 3,000 calls failed, what ours adds to set-up, and the processor time of a call.
 */
export async function measureCalls(world: World, say: (line: string) => void): Promise<CallRows> {
  const run = async (subject: Subject, calls: number, rate: number): Promise<CallRun> => {
    const { folder, customers } = world;
    const result = await runCalls(subject, { folder, customers, calls, rate, talkMs: TALK_MS });
    say(describeRun(subject, result));
    for (const kind of kindsOf(result.errors)) say(`  ${kind}`);
    if (result.failed > 0) await world.endLeftovers();
    return result;
  };
  for (const subject of [world.bare, world.ours]) await run(subject, WARM_UP.calls, WARM_UP.rate);

  const slow = { bare: await run(world.bare, CALLS / 2, SLOW_RATE), ours: await run(world.ours, CALLS / 2, SLOW_RATE) };
  const bare = await highestRate(async (rate) => await run(world.bare, CALLS, rate));
  const ours = await highestRate(async (rate) => await run(world.ours, CALLS, rate));
  const aimed = { bare: bare.atAimedRate, ours: ours.atAimedRate };
  const failures = [slow.ours, slow.bare, aimed.bare, aimed.ours].flatMap((result) =>
    result.failed === 0 ? [] : [`${result.failed} of ${result.calls} calls at ${result.perSecond.toFixed(0)}/s`],
  );
  return {
    failures,
    rows: [
      {
        what: `calls set up and settled, none of ${CALLS} failed`,
        unit: '/s',
        ours: ours.rate,
        bare: bare.rate,
        aim: `≥ ${LEAST_RATE_SHARE} of bare`,
        isMet: ours.rate >= LEAST_RATE_SHARE * bare.rate,
        remark: 'the highest rate of those tried',
      },
      ...addedRows(slow, SLOW_RATE),
      ...addedRows(aimed, AIMED_RATE),
      cpuRow(aimed),
    ],
  };
}

type Pair = { ours: CallRun; bare: CallRun };

/** Upwards from the aim until a rate is not kept; downwards if the aim itself is not. Rate 0: not even the lowest. */
async function highestRate(run: (rate: number) => Promise<CallRun>): Promise<{ rate: number; atAimedRate: CallRun }> {
  const isKept = (result: CallRun, rate: number) => result.failed === 0 && result.perSecond >= KEPT_SHARE * rate;
  let kept = 0;
  let atAimedRate: CallRun | null = null;
  for (const rate of RATES_UP) {
    const result = await run(rate);
    atAimedRate ??= result;
    if (!isKept(result, rate)) break;
    kept = rate;
  }
  for (const rate of kept === 0 ? RATES_DOWN : []) {
    if (!isKept(await run(rate), rate)) continue;
    kept = rate;
    break;
  }
  if (atAimedRate === null) throw new Error('no rate was tried');
  return { rate: kept, atAimedRate };
}

function addedRows({ ours, bare }: Pair, rate: keyof typeof MOST_ADDED_MS): Measured[] {
  return [0.5, 0.99].map((share) => {
    const ms = { ours: quantile(ours.setUpMs, share), bare: quantile(bare.setUpMs, share) };
    const added = ms.ours - ms.bare;
    const isAimed = share === 0.99;
    return {
      what: `first INVITE to 180 at ${rate} calls/s, p${share * 100}`,
      unit: ' ms',
      ...ms,
      aim: isAimed ? `≤ ${MOST_ADDED_MS[rate]} ms added` : null,
      isMet: added <= MOST_ADDED_MS[rate],
      remark: `${added.toFixed(1)} ms added; before it, initiate took ${quantile(ours.initiateMs, share).toFixed(1)} ms`,
    };
  });
}

function cpuRow({ ours, bare }: Pair): Measured {
  const sum = (run: CallRun) => Object.values(run.cpuMsPerCall).reduce((total, ms) => total + ms, 0);
  const parts = Object.entries(ours.cpuMsPerCall).map(([name, ms]) => `${name} ${ms.toFixed(2)}`);
  return {
    what: `processor time of a call, at ${AIMED_RATE} calls/s`,
    unit: ' ms',
    ours: sum(ours),
    bare: sum(bare),
    aim: `≤ ${MOST_CPU_RATIO} of bare`,
    isMet: sum(ours) <= MOST_CPU_RATIO * sum(bare),
    remark: parts.join(', '),
  };
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallRun, describeRun, runCalls, type Subject } from './call-run.ts';
import { drawCurves, type Point } from './draw-curves.ts';
import { kindsOf } from './error-kinds.ts';
import { type Measured, quantile } from './measured.ts';
import type { World } from './world.ts';

const TALK_MS = 2_000;
/** Each is tried for so long, until one is not kept. */
const TRIED_RATES = [50, 75, 100, 125, 150, 200, 250, 300];
const TRIED_SECONDS = 15;
const TIMES = [1, 1.5, 2, 4];
const OFFERED_SECONDS = 30;
const LEAST_SHARE = 0.9;
const MOST_REFUSED_MS = 200;
const PICTURE = join(import.meta.dirname, '../overload.svg');

/**
 * What is carried of more than can be carried: calls set up, ended in order and settled a second, offered once, one and a half times, twice and four
 * times the rate that is kept, ours beside the bare engine at the same offered rates; how soon who is refused hears so, over HTTP and over SIP; and how long a set-up takes
 * when it is over. The curve is drawn in `overload.svg`.
 */
export async function measureOverload(world: World, say: (line: string) => void): Promise<Measured[]> {
  const run = async (subject: Subject, rate: number, seconds: number): Promise<CallRun> => {
    const { folder, customers } = world;
    const calls = Math.round(rate * seconds);
    const result = await runCalls(subject, { folder, customers, calls, rate, talkMs: TALK_MS });
    say(describeRun(subject, result));
    for (const kind of kindsOf(result.errors)) say(`  ${kind}`);
    if (result.failed > 0) await world.endLeftovers();
    return result;
  };
  const kept = await keptRate(async (rate) => await run(world.ours, rate, TRIED_SECONDS));
  const runs: Offered[] = [];
  for (const times of TIMES) {
    const bare = await run(world.bare, times * kept, OFFERED_SECONDS);
    runs.push({ times, bare, ours: await run(world.ours, times * kept, OFFERED_SECONDS) });
  }
  const after = {
    bare: await run(world.bare, kept, OFFERED_SECONDS),
    ours: await run(world.ours, kept, OFFERED_SECONDS),
  };

  const curves = { ours: runs.map(({ ours }) => pointOf(ours)), bare: runs.map(({ bare }) => pointOf(bare)) };
  writeFileSync(PICTURE, drawCurves(curves));
  const most = Math.max(...runs.map(({ ours }) => goodputOf(ours)));
  return [
    ...runs.map((offered) => carriedRow(offered, { kept, most })),
    refusedRow('HTTP', runs, ({ refusedMs }) => refusedMs),
    refusedRow('SIP', runs, ({ refusalMs }) => refusalMs),
    afterwardsRow(runs, after),
  ];
}

type Offered = { times: number; ours: CallRun; bare: CallRun };

/** Whatever is offered beyond the rate that is kept, a tenth less than the most that was carried is carried. */
function carriedRow({ times, ours, bare }: Offered, { kept, most }: { kept: number; most: number }): Measured {
  const least = LEAST_SHARE * Math.min(most, times * kept);
  return {
    what: `calls carried when ${times} × ${kept}/s are offered`,
    unit: '/s',
    ours: goodputOf(ours),
    bare: goodputOf(bare),
    aim: `≥ ${least.toFixed(0)}/s`,
    isMet: goodputOf(ours) >= least,
    remark: `${ours.perSecond.toFixed(0)}/s were offered, ${ours.refusedMs.length} of ${ours.calls} refused over HTTP within ${quantile(ours.refusedMs, 0.99).toFixed(0)} ms at p99, the bench itself late by ${ours.ownDelayMs.toFixed(0)} of these, ${ours.refusalMs.length} over SIP within ${quantile(ours.refusalMs, 0.99).toFixed(0)} ms; set-up p99 ${setUpOf(ours).toFixed(0)} ms, all settled after ${ours.settledAfterMs.toFixed(0)} ms`,
  };
}

function refusedRow(over: 'HTTP' | 'SIP', runs: readonly Offered[], refusedMsOf: (run: CallRun) => number[]): Measured {
  const refusedMs = runs.flatMap(({ ours }) => refusedMsOf(ours));
  const p99 = quantile(refusedMs, 0.99);
  return {
    what: `time to a refusal over ${over}, p99`,
    unit: ' ms',
    ours: p99,
    bare: Number.NaN,
    aim: `≤ ${MOST_REFUSED_MS} ms`,
    isMet: !(p99 > MOST_REFUSED_MS),
    remark: `of ${refusedMs.length} with 503; half within ${quantile(refusedMs, 0.5).toFixed(0)} ms, the longest ${quantile(refusedMs, 1).toFixed(0)} ms`,
  };
}

function afterwardsRow([first]: readonly Offered[], { ours, bare }: Omit<Offered, 'times'>): Measured {
  const before = first === undefined ? Number.NaN : setUpOf(first.ours);
  return {
    what: 'first INVITE to 180 at the rate that is kept, after the flood, p99',
    unit: ' ms',
    ours: setUpOf(ours),
    bare: setUpOf(bare),
    // A fifth more is what one run differs from the next.
    aim: `≤ ${(1.2 * before).toFixed(0)} ms, as before, none failed`,
    isMet: ours.failed === 0 && setUpOf(ours) <= 1.2 * before,
    remark: `${ours.failed} of ${ours.calls} failed; before the flood ${before.toFixed(0)} ms`,
  };
}

/** The highest rate of those tried at which nothing failed; the lowest where not even that was kept. */
async function keptRate(run: (rate: number) => Promise<CallRun>): Promise<number> {
  let [kept = 0] = TRIED_RATES;
  for (const rate of TRIED_RATES) {
    if ((await run(rate)).failed > 0) break;
    kept = rate;
  }
  return kept;
}

const setUpOf = ({ setUpMs }: CallRun): number => quantile(setUpMs, 0.99);
const pointOf = (run: CallRun): Point => ({ offered: run.perSecond, carried: goodputOf(run) });

function goodputOf({ calls, failed, perSecond }: CallRun): number {
  return ((calls - Math.min(failed, calls)) / calls) * perSecond;
}

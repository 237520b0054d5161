import { type CallRun, describeRun, runCalls, type Subject } from './call-run.ts';
import { type Measured, quantile } from './measured.ts';
import type { World } from './world.ts';

const TALK_MS = 2_000;
/** Each is tried for so long, until one is not kept. */
const TRIED_RATES = [50, 75, 100, 125, 150, 200, 250, 300];
const TRIED_SECONDS = 15;
const TIMES = [1, 1.5, 2, 4];
const OFFERED_SECONDS = 30;
const LEAST_SHARE = 0.9;

/**
 * What is carried of more than can be carried: calls set up, ended in order and settled a second, offered once, one and a half times, twice and four
 * times the rate that is kept, ours beside the bare engine at the same offered rates.
 */
export async function measureOverload(world: World, say: (line: string) => void): Promise<Measured[]> {
  const run = async (subject: Subject, rate: number, seconds: number): Promise<CallRun> => {
    const { folder, customers } = world;
    const calls = Math.round(rate * seconds);
    const result = await runCalls(subject, { folder, customers, calls, rate, talkMs: TALK_MS });
    say(describeRun(subject, result));
    if (result.failed > 0) await world.endLeftovers();
    return result;
  };
  const kept = await keptRate(async (rate) => await run(world.ours, rate, TRIED_SECONDS));
  const runs: { times: number; ours: CallRun; bare: CallRun }[] = [];
  for (const times of TIMES) {
    const bare = await run(world.bare, times * kept, OFFERED_SECONDS);
    runs.push({ times, bare, ours: await run(world.ours, times * kept, OFFERED_SECONDS) });
  }
  return runs.map(({ times, ours, bare }) => ({
    what: `calls carried when ${times} × ${kept}/s are offered`,
    ...{ unit: '/s', ours: goodputOf(ours), bare: goodputOf(bare) },
    ...{ aim: `≥ ${LEAST_SHARE * kept}/s`, isMet: goodputOf(ours) >= LEAST_SHARE * kept },
    remark: `${ours.perSecond.toFixed(0)}/s were offered; set-up p99 ${quantile(ours.setUpMs, 0.99).toFixed(0)} ms, all settled after ${ours.settledAfterMs.toFixed(0)} ms`,
  }));
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

function goodputOf({ calls, failed, perSecond }: CallRun): number {
  return ((calls - Math.min(failed, calls)) / calls) * perSecond;
}

import { randomUUID } from 'node:crypto';
import { freePort } from '@farline/tools/ports';
import { type CallRun, describeRun, type RunOptions, runCalls, type Subject } from './call-run.ts';
import type { Callee } from './callees.ts';
import { type Measured, quantile } from './measured.ts';
import { registerPhones } from './register-phones.ts';
import { startFarSide } from './sipp.ts';
import type { World } from './world.ts';

const TALK_MS = 2_000;
const TRIED_SECONDS = 10;
const SLOW_RATE = 25;
/** Upwards until one is not kept; downwards where not even the first is. */
const RATES_UP = [50, 75, 100, 125, 150, 200, 250, 300, 350, 400, 500, 600];
const RATES_DOWN = [10, 5];
const LEAST_SHARE = 0.4;
/** The generator itself must have kept the rate for it to count. */
const KEPT_SHARE = 0.97;
const WARM_UP_CALLS = 200;

/**
 * Calls that a trunk brings to rented numbers, whose registered phones ring and answer after a second: the highest rate that is kept with none
 * failed, ours against a bare registrar's `lookup`, the delay from the INVITE to the 180, and the processor time of a call.
 */
export async function measureIncoming(
  world: World,
  callees: readonly Callee[],
  say: (line: string) => void,
): Promise<Measured[]> {
  const port = await freePort();
  const { sip, ports } = world.stack;
  await registerPhones(
    callees.map(({ username, password }) => ({ user: username, realm: sip.realm, password })),
    { port, registrarPort: ports.phones },
  );
  await registerPhones(
    callees.map(({ number }) => ({ user: number, realm: sip.realm, password: null })),
    { port, registrarPort: world.bareCarrierPort },
  );
  const phones = await startFarSide({ folder: world.folder, port, echoPort: await freePort() });
  try {
    const bare = await triedRates({ world, callees, say }, world.bare, world.bareCarrierPort);
    const ours = await triedRates({ world, callees, say }, world.ours, ports.carrierSide);
    return [rateRow(ours, bare), ...delayRows(ours.slow, bare.slow), cpuRow(ours.slow, bare.slow)];
  } finally {
    await phones.stop();
  }
}

/** Calls as a trunk brings them, to these numbers in turn. Nothing is initiated before them. */
export async function runIncoming(
  world: World,
  subject: Subject,
  options: Pick<RunOptions, 'calls' | 'rate' | 'talkMs' | 'rtpPort' | 'onAnswered'> & { callees: readonly Callee[] },
): Promise<CallRun> {
  const { folder, customers, stack } = world;
  const { callees } = options;
  return await runCalls(
    { ...subject, initiate: async () => randomUUID() },
    {
      folder,
      customers,
      ...options,
      way: { as: 'trunk', port: stack.ports.sandboxA },
      numberOf: (index) => callees[index % callees.length]?.number ?? '',
    },
  );
}

type Tried = { rate: number; slow: CallRun };
type Bed = { world: World; callees: readonly Callee[]; say: (line: string) => void };

/** Rate 0: not even the lowest is kept. */
async function triedRates({ world, callees, say }: Bed, subject: Subject, signallingPort: number): Promise<Tried> {
  const called = { ...subject, name: `${subject.name} incoming`, signallingPort };
  const run = async (calls: number, rate: number) => {
    const result = await runIncoming(world, called, { calls, rate, talkMs: TALK_MS, callees });
    const unrung = calls - result.setUpMs.length;
    const failed = Math.max(result.failed, unrung);
    say(describeRun(called, { ...result, failed }));
    for (const error of failed > 0 ? result.errors.slice(0, 5) : []) say(`  ${error.slice(0, 200)}`);
    if (failed > 0) await world.endLeftovers();
    return { ...result, failed };
  };
  await run(WARM_UP_CALLS, SLOW_RATE);
  const isKept = (result: CallRun, rate: number) => result.failed === 0 && result.perSecond >= KEPT_SHARE * rate;
  const slow = await run(SLOW_RATE * TRIED_SECONDS, SLOW_RATE);
  if (!isKept(slow, SLOW_RATE)) {
    for (const rate of RATES_DOWN) if (isKept(await run(rate * TRIED_SECONDS, rate), rate)) return { rate, slow };
    return { rate: 0, slow };
  }
  let kept = SLOW_RATE;
  for (const rate of RATES_UP) {
    if (!isKept(await run(rate * TRIED_SECONDS, rate), rate)) break;
    kept = rate;
  }
  return { rate: kept, slow };
}

function rateRow(ours: Tried, bare: Tried): Measured {
  return {
    what: `incoming calls rung, answered and settled, none of ${TRIED_SECONDS} s failed`,
    unit: '/s',
    ours: ours.rate,
    bare: bare.rate,
    aim: `≥ ${LEAST_SHARE} of bare`,
    isMet: ours.rate >= LEAST_SHARE * bare.rate,
    remark: 'the highest rate of those tried',
  };
}

function delayRows(ours: CallRun, bare: CallRun): Measured[] {
  return [0.5, 0.99].map((share) => ({
    what: `incoming INVITE to 180 at ${SLOW_RATE}/s, p${share * 100}`,
    unit: ' ms',
    ours: quantile(ours.setUpMs, share),
    bare: quantile(bare.setUpMs, share),
    aim: null,
    isMet: true,
  }));
}

function cpuRow(ours: CallRun, bare: CallRun): Measured {
  const sum = (run: CallRun) => Object.values(run.cpuMsPerCall).reduce((total, ms) => total + ms, 0);
  return {
    what: `processor time of an incoming call, at ${SLOW_RATE}/s`,
    unit: ' ms',
    ours: sum(ours),
    bare: sum(bare),
    aim: null,
    isMet: true,
    remark: Object.entries(ours.cpuMsPerCall)
      .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
      .join(', '),
  };
}

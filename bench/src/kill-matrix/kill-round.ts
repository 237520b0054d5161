import { setTimeout as wait } from 'node:timers/promises';
import type { Part } from '@farline/tools/part';
import { waitUntil } from '@farline/tools/wait-until';
import type { Caller } from '../../../apps/server/tests/testbed/callers.ts';
import { connectPhone, type PhoneCall } from '../../../apps/server/tests/testbed/talking-phone.ts';
import type { Bed, Killed } from './bed.ts';
import { hangUp, isHungUp, type Talk } from './hang-up.ts';
import { type Aftermath, isAsPromised, lookBack } from './look-back.ts';
import { bringIntoStates, type State, type StandingCall } from './states.ts';

/** A cell of the matrix: what was killed, where its call stood, or that it was one of those that ran, and what became of it. */
export type Cell = { killed: Killed; state: State | 'running'; aftermath: Aftermath };

/** People go on talking once it runs again: tenths of a second of sound that each hears. Without sound the calls are ended for them. */
const GOES_ON_TENTHS = 20;
const HEARD_WITHIN_MS = 30_000;
const SOUND_IS_MISSED_WITHIN_MS = 45_000;
const SETTLED_WITHIN_MS = 90_000;
const MOST_STARTS = 3;
/** A call may be placed within a minute of its initiation; what it takes to be placed is left of it. */
const INITIATED_FOR_MS = 50_000;
const ASKED_AGAIN_AFTER_MS = 500;
const CALLS_OF_ONE = 10;

type Running = { caller: Caller; balance: bigint; calls: PhoneCall[] };

/**
 * Kills one process while a call stands in each of these states and others run, starts it again, lets people go on and hang up, and looks
 * back at each call once everything is over.
 */
export async function killOnce(
  bed: Bed,
  killed: Killed,
  { states, runningCalls }: { states: readonly State[]; runningCalls: number },
): Promise<Cell[]> {
  const running = await startRunning(bed, runningCalls);
  const standing = await bringIntoStates(bed, states);
  const part = bed.part(killed);
  try {
    await part.kill('SIGKILL');
  } finally {
    await standing.letGo();
  }
  await startAgain(part);

  const initiated = standing.calls.filter(({ state }) => state === 'initiated');
  const refused = (await Promise.all(initiated.map(async (call) => await placeInitiated(bed, call)))).flat();
  const talking = running.flatMap(({ calls }) => calls);
  if (killed === 'rtpengine') await soundMissed(talking);
  else await heardAgain(talking);
  const isLineLost = killed === 'Kamailio';
  const talks = [
    ...running.flatMap(({ caller, calls }) => calls.map((call) => ({ userId: caller.userId, call, isLineLost }))),
    ...standing.calls.flatMap((call) => leftToHangUp(call, isLineLost)),
  ];
  await Promise.all(talks.map(async (talk) => await hangUp(bed, talk)));

  const aftermaths = [...running.map((each) => ({ ...each, state: 'running' as const })), ...standing.calls].map(
    async (subject) => ({ killed, state: subject.state, aftermath: await settled(bed, subject) }),
  );
  const cells = await Promise.all(aftermaths);
  for (const { state, aftermath } of cells) if (state === 'initiated') aftermath.lost.push(...refused);
  return cells;
}

/** As the launcher does: again and again. */
async function startAgain(part: Part): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await part.start();
    } catch (error) {
      if (tries === MOST_STARTS) throw error;
    }
  }
}

async function startRunning(bed: Bed, count: number): Promise<Running[]> {
  const sizes = Array.from({ length: Math.ceil(count / CALLS_OF_ONE) }, (_, place) =>
    Math.min(CALLS_OF_ONE, count - place * CALLS_OF_ONE),
  );
  const running: Running[] = [];
  // A group after the other: this machine speaks all of them itself.
  for (const size of sizes) {
    const caller = await bed.callers.caller('50.00');
    const { balance } = await caller.wallet();
    const calls = await Promise.all(Array.from({ length: size }, async () => await caller.talk()));
    running.push({ caller, balance, calls });
  }
  return running;
}

/**
 * Whoever had initiated a call places it now, on a line of its own, since the old one may be gone; and again while nobody can be asked, as people
 * do. What it heard last, where that is no answer although the call could still be placed.
 */
async function placeInitiated(bed: Bed, call: StandingCall): Promise<string[]> {
  const phone = await connectPhone(bed.stack, call.caller.userId);
  for (;;) {
    call.placed = await phone.place({ number: call.number, call: call.id, says: 'tone' });
    const { status, reason } = await call.placed.final(SETTLED_WITHIN_MS);
    if (status === 200) return [];
    if (Date.now() - call.initiatedAt > INITIATED_FOR_MS) return [];
    if (status !== 503) return [`initiated before the kill, and refused after it: ${status} ${reason}`];
    await wait(ASKED_AGAIN_AFTER_MS);
  }
}

/** Who was warned is cut off by the engine, and who hung up has hung up. */
function leftToHangUp({ state, placed, caller }: StandingCall, isLineLost: boolean): Talk[] {
  if (placed === null || state === 'warning' || state === 'ending') return [];
  return [{ userId: caller.userId, call: placed, isLineLost: isLineLost && state !== 'initiated' }];
}

async function heardAgain(calls: readonly PhoneCall[]): Promise<void> {
  const since = Date.now();
  const hears = ({ media }: PhoneCall) =>
    media.heard.filter(({ at, isLoud }) => at > since && isLoud).length >= GOES_ON_TENTHS;
  await waitUntil('everybody who talks to hear the other side', async () => calls.every(hears), {
    withinMs: HEARD_WITHIN_MS,
    everyMs: 200,
  });
}

async function soundMissed(calls: readonly PhoneCall[]): Promise<void> {
  await waitUntil('the calls without sound to be ended', async () => calls.every(isHungUp), {
    withinMs: SOUND_IS_MISSED_WITHIN_MS,
    everyMs: 200,
  }).catch(() => undefined);
}

/** What became of it, once all is as promised, or after the bound. */
async function settled(bed: Bed, subject: Parameters<typeof lookBack>[1]): Promise<Aftermath> {
  let aftermath = await lookBack(bed, subject);
  const isSettled = async () => isAsPromised((aftermath = await lookBack(bed, subject)));
  await waitUntil('all to be as promised', isSettled, { withinMs: SETTLED_WITHIN_MS, everyMs: 500 }).catch(
    () => undefined,
  );
  return aftermath;
}

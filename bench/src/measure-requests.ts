import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Customer } from './accounts.ts';
import { BUSY, NotDone } from './api.ts';
import { type Measured, quantile } from './measured.ts';
import { asMuchAsGoes, type Asked, type Asker, createAsker, flood, type FloodRun } from './request-flood.ts';
import type { World } from './world.ts';

const AT_ONCE = 16;
const TRIED_SECONDS = 5;
const TIMES = [1, 2, 4];
const OFFERED_SECONDS = 10;
/** More than this a second the generator does not ask in its one process, beside what answers it. */
const MOST_OFFERED = 1_500;
const BESIDE_RATE = 5;
const LEAST_SHARE = 0.9;
const MOST_REFUSED_MS = 200;
const FLOODING = '192.0.2.1';
const ELSEWHERE = '198.51.100.1';
const CALLED = '+447700900123';

type Kind = { name: string; next: (index: number) => Asked };
type Offered = { times: number; run: FloodRun };

/**
 * More requests than can be carried: passwords that are right, from one network; pages of the list of calls; dashboards; and exports of all that an account has.
 * Offered once, twice and four times what is carried when each is asked as its last was answered. Beside each, others place calls and end them,
 * and sign in from another network.
 */
export async function measureRequests(world: World, say: (line: string) => void): Promise<Measured[]> {
  const asker = createAsker(world.stack.ports.web);
  await world.customers.refresh();
  const quiet = await beside(world, asker);
  const rows: Measured[] = [];
  for (const kind of kindsOf(world)) {
    await forgetTries(world);
    const most = await asMuchAsGoes(asker, kind.next, { atOnce: AT_ONCE, seconds: TRIED_SECONDS });
    say(described(kind, `${AT_ONCE} at once`, most));
    const runs: Offered[] = [];
    let flooded = quiet;
    for (const times of TIMES) {
      await forgetTries(world);
      const offered = { rate: Math.min(times * most.carried, MOST_OFFERED), seconds: OFFERED_SECONDS };
      const [run, others] = await Promise.all([flood(asker, kind.next, offered), beside(world, asker)]);
      say(described(kind, `${times} times the most`, run));
      runs.push({ times, run });
      flooded = others;
    }
    const best = Math.max(...runs.map(({ run }) => run.carried));
    rows.push(
      ...runs.map((one) => carriedRow(kind, one, best)),
      refusedRow(kind, runs),
      besideRow(kind, flooded, quiet),
    );
  }
  asker.close();
  return rows;
}

/** An account has ten exports an hour: what is offered is more than that, and is to be refused for what there is to do. */
async function forgetTries({ stack }: World): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    await client.query('delete from platform.rate_limit');
  } finally {
    await client.end();
  }
}

function kindsOf({ customers }: World): Kind[] {
  const tokenOf = (index: number) => customers.callerOf(index).token;
  return [
    { name: 'sign-ins', next: (index) => signIn(customers.callerOf(index), FLOODING) },
    { name: 'pages of calls', next: (index) => ({ method: 'GET', path: '/calls?limit=50', token: tokenOf(index) }) },
    { name: 'dashboards', next: (index) => ({ method: 'GET', path: '/overview', token: tokenOf(index) }) },
    { name: 'exports', next: (index) => ({ method: 'GET', path: '/settings/export', token: tokenOf(index) }) },
  ];
}

const signIn = ({ email, password }: Customer, from: string): Asked => ({
  method: 'POST',
  path: '/auth/login',
  body: { email, password },
  from,
});

/** What others do meanwhile: calls that are placed and ended, and one sign-in a second from another network. */
type Beside = { placedMs: number[]; endedMs: number[]; signedInMs: number[]; refused: number; failed: number };

async function beside({ customers }: World, asker: Asker): Promise<Beside> {
  const did: Beside = { placedMs: [], endedMs: [], signedInMs: [], refused: 0, failed: 0 };
  const timed = async <Result>(takes: number[], work: () => Promise<Result>): Promise<Result | null> => {
    const beganAt = performance.now();
    try {
      const result = await work();
      takes.push(performance.now() - beganAt);
      return result;
    } catch (error) {
      if (error instanceof NotDone && error.status === BUSY) did.refused += 1;
      else did.failed += 1;
      return null;
    }
  };
  const call = async (index: number): Promise<void> => {
    const caller = customers.callerOf(index);
    const id = await timed(did.placedMs, async () => await customers.initiate(caller, CALLED));
    if (id !== null) await timed(did.endedMs, async () => await customers.end([{ id, userId: caller.userId }]));
  };
  const signIns = flood(asker, (index) => signIn(customers.callerOf(index), ELSEWHERE), {
    rate: 1,
    seconds: OFFERED_SECONDS,
  });
  const calls: Promise<void>[] = [];
  for (let index = 0; index < BESIDE_RATE * OFFERED_SECONDS; index += 1) {
    calls.push(call(index));
    await wait(1_000 / BESIDE_RATE);
  }
  await Promise.all(calls);
  const { carriedMs, refusedMs, failed } = await signIns;
  did.signedInMs.push(...carriedMs);
  did.refused += refusedMs.length;
  did.failed += failed;
  return did;
}

function carriedRow(kind: Kind, { times, run }: Offered, most: number): Measured {
  const least = LEAST_SHARE * Math.min(most, run.perSecond);
  return {
    what: `${kind.name} carried when ${run.perSecond.toFixed(0)}/s are offered, ${times} times the most`,
    unit: '/s',
    ours: run.carried,
    bare: Number.NaN,
    aim: `≥ ${least.toFixed(0)}/s, none failed`,
    isMet: run.carried >= least && run.failed === 0,
    remark: `${run.refusedMs.length} of ${run.asked} refused, ${run.failed} failed; carried within ${quantile(run.carriedMs, 0.99).toFixed(0)} ms at p99, the bench itself late by ${run.ownDelayMs.toFixed(0)} of these`,
  };
}

function refusedRow(kind: Kind, runs: readonly Offered[]): Measured {
  const refusedMs = runs.flatMap(({ run }) => run.refusedMs);
  const p99 = quantile(refusedMs, 0.99);
  return {
    what: `time to a refusal of ${kind.name}, p99`,
    unit: ' ms',
    ours: p99,
    bare: Number.NaN,
    aim: `≤ ${MOST_REFUSED_MS} ms`,
    isMet: !(p99 > MOST_REFUSED_MS),
    remark: `of ${refusedMs.length}; half within ${quantile(refusedMs, 0.5).toFixed(0)} ms`,
  };
}

/** What others had to wait for beside four times as many, and while nobody asked. */
function besideRow(kind: Kind, flooded: Beside, quiet: Beside): Measured {
  const p99 = ({ placedMs }: Beside) => quantile(placedMs, 0.99);
  const signedIn = ({ signedInMs }: Beside) => quantile(signedInMs, 1).toFixed(0);
  return {
    what: `a call is initiated beside ${TIMES.at(-1)} times the ${kind.name}, p99`,
    unit: ' ms',
    ours: p99(flooded),
    bare: p99(quiet),
    aim: 'none failed or refused',
    isMet: flooded.failed + flooded.refused === 0,
    remark: `${flooded.refused} refused, ${flooded.failed} failed; ended within ${quantile(flooded.endedMs, 0.99).toFixed(0)} ms; a sign-in from elsewhere took at most ${signedIn(flooded)} ms, ${signedIn(quiet)} ms in quiet`,
  };
}

function described(kind: Kind, offered: string, run: FloodRun): string {
  const p99 = (took: readonly number[]) => quantile(took, 0.99).toFixed(0);
  return `${kind.name}, ${offered}: ${run.perSecond.toFixed(0)}/s asked, ${run.carried.toFixed(0)}/s carried (p99 ${p99(run.carriedMs)} ms), ${run.refusedMs.length} refused (p99 ${p99(run.refusedMs)} ms), the bench late by ${run.ownDelayMs.toFixed(0)} ms, ${run.failed} failed`;
}

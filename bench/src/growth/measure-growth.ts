import { randomBytes } from 'node:crypto';
import { apiRoutes } from '@farline/contracts';
import { mailedProofs } from '@farline/tools/mailed-proofs';
import { ownPostgres } from '@farline/tools/own-postgres';
import pg from 'pg';
import { startApp } from '../../../apps/server/src/app.ts';
import { readConfig } from '../../../apps/server/src/platform/config.ts';
import { createApi } from '../api.ts';
import { type Measured, median } from '../measured.ts';
import { type Owner, type Past, writePast } from './past.ts';

const CALLS = Number(process.env['FARLINE_BENCH_CALLS'] ?? 1_000_000);
/** Nine calls each, and a hundred thousand of them at most; a tenth of all calls, and no more than these, are those of the account that is measured. */
const ACCOUNTS = Math.max(1, Math.min(100_000, Math.floor(CALLS / 10)));
const OWNERS_MOST = 100_000;
/** More than a page shows. */
const CALLS_WHERE_NOTHING_IS = 200;
const ROUNDS = 30;
const MOST_SLOWER = 1.2;
const TOO_MANY = 429;
/** No engine is there: these ask one. */
const NOWHERE = '127.0.0.1:9';
const SIGN_IN_EVERY_MS = 10 * 60_000;

/** A server on a database of its own, and somebody with an account there. */
type Grown = { app: Awaited<ReturnType<typeof startApp>>; get: (path: string) => Promise<number> };

/**
 * How long each page and each job takes for an account with many calls where years of others' lie behind, beside a database that has one
 * account with some and nothing else; medians, asked in turn. A file of all that an account has takes as long as it is.
 */
export async function measureGrowth(say: (line: string) => void): Promise<{ rows: Measured[]; failures: string[] }> {
  if (!Number.isSafeInteger(CALLS) || CALLS < 1)
    throw new Error('FARLINE_BENCH_CALLS is how many calls there are to be');
  const ownersMore = Math.min(OWNERS_MOST, Math.floor(CALLS / 10));
  const callsEach = Math.max(1, Math.floor((CALLS - ownersMore) / ACCOUNTS));
  const postgres = await ownPostgres();
  try {
    say(
      `Writing ${ACCOUNTS * callsEach + ownersMore} calls of ${ACCOUNTS} accounts, of one of them ${callsEach + ownersMore}, with ten ledger entries each`,
    );
    const rows = await withGrown(
      postgres.url,
      'years_behind',
      { accounts: ACCOUNTS, callsEach, ownersMore },
      async (full) =>
        await withGrown(
          postgres.url,
          'nothing_behind',
          { accounts: 1, callsEach: CALLS_WHERE_NOTHING_IS, ownersMore: 0 },
          async (empty) => [...(await measurePages(full, empty, say)), ...(await measureJobs(full, empty))],
        ),
    );
    const failures = rows.flatMap(({ what, remark }) => (remark === undefined ? [] : [`${what} ${remark}`]));
    return { rows, failures };
  } finally {
    await postgres.remove();
  }
}

async function withGrown<Result>(
  clusterUrl: string,
  name: string,
  past: Past,
  measure: (grown: Grown) => Promise<Result>,
): Promise<Result> {
  const url = await createDatabase(clusterUrl, name);
  const somebody = await signUpAlone(url);
  // While no server runs: its jobs would read whole tables meanwhile, which have neither indexes nor statistics yet.
  await writePast(url, past, somebody.owner);
  const app = await startServer(url);
  const port = app.port ?? 0;
  const tokenNow = stayingSignedIn(port, somebody);
  try {
    return await measure({
      app,
      get: async (path) => await statusOf(`http://127.0.0.1:${port}/api/v1${path}`, await tokenNow()),
    });
  } finally {
    await app.stop();
  }
}

async function signUpAlone(databaseUrl: string): Promise<Credentials & { owner: Owner }> {
  const server = await startServer(databaseUrl);
  try {
    return await signUp(server.port ?? 0, databaseUrl);
  } finally {
    await server.stop();
  }
}

async function startServer(databaseUrl: string): Promise<Grown['app']> {
  return await startApp(
    readConfig({
      DATABASE_URL: databaseUrl,
      FARLINE_PORT: '0',
      FARLINE_LISTEN: '127.0.0.1',
      FARLINE_TOKEN_SECRET: randomBytes(32).toString('hex'),
      FARLINE_SIP_SECRET: randomBytes(32).toString('hex'),
      FARLINE_SANDBOX_TRUNKS: `sandbox-a=${NOWHERE}`,
      FARLINE_EVAPI: NOWHERE,
      FARLINE_KAMAILIO_RPC: `http://${NOWHERE}/rpc`,
      FARLINE_RTPENGINE: NOWHERE,
      FARLINE_RATE_LIMITS: 'off',
      FARLINE_OVERLOAD_WAIT_MS: '0',
      FARLINE_LOG_LEVEL: 'silent',
    }),
  );
}

/** The answer is read whole. */
async function statusOf(url: string, token: string): Promise<number> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await answer.arrayBuffer();
  return answer.status;
}

async function createDatabase(clusterUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href;
}

async function signUp(port: number, databaseUrl: string): Promise<Credentials & { owner: Owner }> {
  const api = createApi(port);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const email = `owner-${randomBytes(4).toString('hex')}@bench.example`;
    const asked = {
      firstName: 'Bench',
      lastName: 'Owner',
      email,
      password: `Aa1${randomBytes(9).toString('base64url')}`,
    };
    const { token } = (await api.post('/auth/register', asked)) as { token: string };
    const { code } = await mailedProofs(databaseUrl, email);
    await api.post('/auth/confirm-email', { code }, token);
    const { rows } = await client.query<Owner>(
      `select account.id as "accountId", u.id as "userId", wallet_id as "walletId"
      from accounts.user u join accounts.account on account.id = account_id where email = $1`,
      [email],
    );
    const [owner] = rows;
    if (owner === undefined) throw new Error('whoever signed up has an account');
    return { email, password: asked.password, owner };
  } finally {
    await client.end();
    api.close();
  }
}

type Credentials = { email: string; password: string };

/** A token that is good for the next minutes: one holds for fifteen (apps/server, access-token.ts), and measuring may take longer. */
function stayingSignedIn(port: number, { email, password }: Credentials): () => Promise<string> {
  let held = { token: '', sinceMs: Number.NEGATIVE_INFINITY };
  return async () => {
    if (performance.now() - held.sinceMs < SIGN_IN_EVERY_MS) return held.token;
    const api = createApi(port);
    try {
      const { token } = (await api.post('/auth/login', { email, password })) as { token: string };
      held = { token, sinceMs: performance.now() };
      return token;
    } finally {
      api.close();
    }
  };
}

/** Every page and file of the API that asks for nothing but whose it is. */
const PATHS = apiRoutes.flatMap(({ name, isAtRoot }) => {
  const [method, path = ''] = name.split(' ');
  return method === 'GET' && isAtRoot !== true && !path.includes('{') ? [path] : [];
});

async function measurePages(full: Grown, empty: Grown, say: (line: string) => void): Promise<Measured[]> {
  const rows: Measured[] = [];
  const leftOut: string[] = [];
  for (const path of PATHS) {
    // Some want to be told more, or are not to be had here: the empty database says which.
    if ((await empty.get(path)) !== 200) {
      leftOut.push(path);
      continue;
    }
    const times = { ours: [] as number[], bare: [] as number[], failed: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      let [here, there] = [0, 0];
      const tookMs = await msOf(async () => void (here = await empty.get(path)));
      const tookFullMs = await msOf(async () => void (there = await full.get(path)));
      // Some are to be had so many times an hour.
      if (here === TOO_MANY && there === TOO_MANY) break;
      times.bare.push(tookMs);
      if (there === 200) times.ours.push(tookFullMs);
      else times.failed += 1;
    }
    rows.push(rowOf(`GET ${path}`, times));
  }
  say(`Not measured, since the empty database refuses them too: ${leftOut.join(', ')}`);
  return rows;
}

async function measureJobs(full: Grown, empty: Grown): Promise<Measured[]> {
  const times = new Map<string, { ours: number[]; bare: number[]; failed: number }>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [side, { app }] of [
      ['bare', empty],
      ['ours', full],
    ] as const) {
      for (const { name, failure, tookMs } of await app.runJobs()) {
        const ofJob = times.get(name) ?? { ours: [], bare: [], failed: 0 };
        times.set(name, ofJob);
        // What asks an engine fails on both sides.
        if (failure === null) ofJob[side].push(tookMs);
        else if (side === 'ours') ofJob.failed += 1;
      }
    }
  }
  return [...times].flatMap(([name, ofJob]) => (ofJob.bare.length === 0 ? [] : [rowOf(`job: ${name}`, ofJob)]));
}

/** `failed`: how often it did where years lie behind. */
function rowOf(what: string, times: { ours: number[]; bare: number[]; failed: number }): Measured {
  const [ours, bare] = [median(times.ours), median(times.bare)];
  return {
    what,
    unit: ' ms',
    ours,
    bare,
    aim: `≤ ${MOST_SLOWER} of an empty database`,
    isMet: times.failed === 0 && ours <= MOST_SLOWER * bare,
    ...(times.failed === 0 ? {} : { remark: `failed ${times.failed} of ${ROUNDS} times` }),
  };
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

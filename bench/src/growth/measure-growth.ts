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
/** Ten calls each, and a hundred thousand of them at most. */
const ACCOUNTS = Math.max(1, Math.min(100_000, Math.floor(CALLS / 10)));
const ROUNDS = 30;
const MOST_SLOWER = 1.2;
/** No engine is there: these ask one. */
const NOWHERE = '127.0.0.1:9';

/** A server on a database of its own, and somebody with an account there. */
type Grown = { app: Awaited<ReturnType<typeof startApp>>; get: (path: string) => Promise<number> };

/**
 * How long each page and each job takes where years of calls lie behind, beside a database that has one account's share of them and
 * nothing else; medians, asked in turn.
 */
export async function measureGrowth(say: (line: string) => void): Promise<Measured[]> {
  if (!Number.isSafeInteger(CALLS) || CALLS < 1)
    throw new Error('FARLINE_BENCH_CALLS is how many calls there are to be');
  const callsEach = Math.max(1, Math.floor(CALLS / ACCOUNTS));
  const postgres = await ownPostgres();
  try {
    say(`Writing ${ACCOUNTS * callsEach} calls of ${ACCOUNTS} accounts, with ten ledger entries each`);
    return await withGrown(
      postgres.url,
      'years_behind',
      { accounts: ACCOUNTS, callsEach },
      async (full) =>
        await withGrown(postgres.url, 'nothing_behind', { accounts: 1, callsEach }, async (empty) => [
          ...(await measurePages(full, empty)),
          ...(await measureJobs(full, empty)),
        ]),
    );
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
  const app = await startApp(
    readConfig({
      DATABASE_URL: url,
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
  try {
    const port = app.port ?? 0;
    const { token, owner } = await signUp(port, url);
    await writePast(url, past, owner);
    return await measure({ app, get: async (path) => await statusOf(`http://127.0.0.1:${port}/api/v1${path}`, token) });
  } finally {
    await app.stop();
  }
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

async function signUp(port: number, databaseUrl: string): Promise<{ token: string; owner: Owner }> {
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
    return { token, owner };
  } finally {
    await client.end();
    api.close();
  }
}

/** Every page and file of the API that asks for nothing but whose it is. */
const PATHS = apiRoutes.flatMap(({ name, isAtRoot }) => {
  const [method, path = ''] = name.split(' ');
  return method === 'GET' && isAtRoot !== true && !path.includes('{') ? [path] : [];
});

async function measurePages(full: Grown, empty: Grown): Promise<Measured[]> {
  const rows: Measured[] = [];
  for (const path of PATHS) {
    // Some want to be told more, or are not to be had here.
    if ((await full.get(path)) !== 200 || (await empty.get(path)) !== 200) continue;
    const times = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.bare.push(await msOf(async () => await empty.get(path)));
      times.ours.push(await msOf(async () => await full.get(path)));
    }
    rows.push(rowOf(`GET ${path}`, times));
  }
  return rows;
}

async function measureJobs(full: Grown, empty: Grown): Promise<Measured[]> {
  const times = new Map<string, { ours: number[]; bare: number[] }>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [side, { app }] of [
      ['bare', empty],
      ['ours', full],
    ] as const) {
      for (const { name, failure, tookMs } of await app.runJobs()) {
        if (failure !== null) continue;
        const ofJob = times.get(name) ?? { ours: [], bare: [] };
        times.set(name, ofJob);
        ofJob[side].push(tookMs);
      }
    }
  }
  return [...times].map(([name, ofJob]) => rowOf(`job: ${name}`, ofJob));
}

function rowOf(what: string, times: { ours: number[]; bare: number[] }): Measured {
  const [ours, bare] = [median(times.ours), median(times.bare)];
  return {
    what,
    unit: ' ms',
    ours,
    bare,
    aim: `≤ ${MOST_SLOWER} of an empty database`,
    isMet: ours <= MOST_SLOWER * bare,
  };
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

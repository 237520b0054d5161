import { AsyncLocalStorage } from 'node:async_hooks';
import { waitUntil } from '@farline/tools/wait-until';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../src/platform/database.ts';
import { keptByEngine, keptFor, MOST_APART_SECONDS, SETTLED_WITHIN_MS } from './kept.ts';

/** A call as the carrier counted it. Instants are RFC 3339. */
export type CountedCall = { answeredAt: string | null; endedAt: string | null };

/** Whose calls the carrier's count of is compared with the record. */
export type Watched = {
  readonly accountId: string;
  readonly database: Database;
  readonly rpcPort: number;
  /** What the carrier counted of the calls to a number that bore this number. */
  counted(call: { number: string; from: string | null }): Promise<CountedCall[]>;
  /** Ends a call that the test has left running, as its caller would. */
  end(id: string): Promise<unknown>;
};

const watchedByTest = new AsyncLocalStorage<Watched[]>();

/** From now on the running test's end compares this account's calls with what the carrier counted. */
export function watchCalls(watched: Watched): void {
  watchedByTest.getStore()?.push(watched);
}

/** Runs a test, then throws unless every call of the accounts that it watched is over, and charged as the carrier counted it. */
export async function comparingWithCarrier(runTest: () => Promise<void>, hasFailed: () => boolean): Promise<void> {
  const all: Watched[] = [];
  await watchedByTest.run(all, runTest);
  if (hasFailed()) return;
  await Promise.all(all.map(compareAccount));
}

type OwnCall = { id: string; number: string; from: string | null; isEnded: boolean; seconds: number | null };

async function compareAccount(watched: Watched): Promise<void> {
  for (const call of await outboundCalls(watched)) if (!call.isEnded) await watched.end(call.id);
  const withinMs = SETTLED_WITHIN_MS;
  await waitUntil('the end of all calls', async () => (await outboundCalls(watched)).every((call) => call.isEnded), {
    withinMs,
  });
  const byNumber = Map.groupBy(await outboundCalls(watched), (call) => `${call.number} ${call.from}`);
  for (const calls of byNumber.values()) {
    let differences: string[] = [];
    const agree = async () => (differences = await differencesOf(watched, calls)).length === 0;
    await waitUntil('the carrier to agree', agree, { withinMs, everyMs: 100 }).catch(() => {
      throw new Error(`The carrier counted otherwise: ${differences.join('; ')}`);
    });
  }
}

/** An account's calls to one number, against the carrier's count of them. */
async function differencesOf(watched: Watched, calls: OwnCall[]): Promise<string[]> {
  const [first] = calls;
  if (first === undefined) return [];
  const answered = (await watched.counted(first)).filter((call) => call.answeredAt !== null);
  const open = answered.filter((call) => call.endedAt === null);
  const theirs = answered.map(secondsOf);
  const ours = calls.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]));
  const isSame =
    theirs.length === ours.length &&
    theirs.every((seconds, index) => Math.abs(seconds - (ours[index] ?? 0)) <= MOST_APART_SECONDS);
  const kept = await Promise.all(
    calls.map(async ({ id }) => [
      ...(await keptFor(watched.database, id)),
      ...(await keptByEngine(watched.rpcPort, id)),
    ]),
  );
  const ids = calls.map(({ id }) => id).join(', ');
  return [
    ...(open.length > 0 ? [`${ids}: still open at the carrier`] : []),
    ...(isSame ? [] : [`${ids}: ${ours.join(' s, ')} s in the record, ${theirs.join(' s, ')} s at the carrier`]),
    ...kept.flat().map((what) => `${ids}: ${what} is kept`),
  ];
}

const secondsOf = ({ answeredAt, endedAt }: CountedCall) =>
  Math.ceil((Date.parse(endedAt ?? '') - Date.parse(answeredAt ?? '')) / 1000);

async function outboundCalls({ database, accountId }: Watched): Promise<OwnCall[]> {
  const { rows } = await sql<OwnCall>`
    select id, to_number as number, from_number as from, state = 'ended' as "isEnded",
      case when answered_at is null then null else answered_seconds end as seconds
    from calls.call
    where account_id = ${accountId} and direction = 'outbound' and authorised_at is not null order by id`.execute(
    database,
  );
  return rows;
}

const records = z.object({
  calls: z.array(z.object({ from: z.string(), answeredAt: z.string().nullable(), endedAt: z.string().nullable() })),
});

/** The count of the sandbox carrier, from its record. What bears no number is told apart by the number dialled alone. */
export async function countOfSandbox(
  recordUrl: string,
  call: { number: string; from: string | null },
): Promise<CountedCall[]> {
  const url = new URL('/calls', recordUrl);
  url.searchParams.set('dialled', call.number.replace('+', ''));
  const { calls } = records.parse(await (await fetch(url)).json());
  return calls.filter(({ from }) => from === call.from || from === 'anonymous');
}

type EndedCall = { id: string; number: string; from: string | null; answeredAt: Date; seconds: number };
const STAMPED_APART_MS = 3_000;

/** Throws unless every answered call that ended since then, whoever's it is, was charged as the sandbox carrier counted it. */
export async function compareEndedSince(where: {
  database: Database;
  carrierRecordUrl: string;
  since: Date;
}): Promise<void> {
  const { rows } = await sql<EndedCall>`
    select id, to_number as number, from_number as from, answered_at as "answeredAt", answered_seconds as seconds
    from calls.call
    where ended_at >= ${where.since} and answered_at is not null and direction = 'outbound'`.execute(where.database);
  for (const call of rows) {
    const isCounted = async () => {
      const counted = await countOfSandbox(where.carrierRecordUrl, call);
      return counted.some(
        (each) =>
          Math.abs(Date.parse(each.answeredAt ?? '') - call.answeredAt.getTime()) < STAMPED_APART_MS &&
          Math.abs(secondsOf(each) - call.seconds) <= MOST_APART_SECONDS,
      );
    };
    const what = `call ${call.id} to be counted by the carrier as it was charged: ${call.seconds} s`;
    await waitUntil(what, isCounted, { withinMs: SETTLED_WITHIN_MS, everyMs: 100 });
  }
}

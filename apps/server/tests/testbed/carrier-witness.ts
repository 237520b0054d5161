import { AsyncLocalStorage } from 'node:async_hooks';
import { OWN_VOICEMAIL } from '@farline/contracts';
import { waitUntil } from '@farline/tools/wait-until';
import { sql } from 'kysely';
import { z } from 'zod';
import { readSip } from '../../../../voice/testbed/sip-message.ts';
import type { Database } from '../../src/platform/database.ts';
import { isSameLength, keptByEngine, keptFor, MOST_APART_SECONDS, SETTLED_WITHIN_MS } from './kept.ts';

/**
 * A call as the carrier counted it. Instants are RFC 3339. Its From tag is the same on both sides of the engine, and no two calls have
 * the same; others may have called the same number.
 */
export type CountedCall = {
  fromTag: string;
  from: string;
  answeredAt: string | null;
  endedAt: string | null;
  /** As early as the end may have come, where whoever counts was slow to look; as `endedAt` without. */
  endedAfter?: string | null;
};

/** Whose calls the carrier's count of is compared with the record. */
export type Watched = {
  readonly accountId: string;
  readonly database: Database;
  readonly rpcPort: number;
  /** What the carrier counted of all calls to a number, whoever's. */
  counted(number: string): Promise<CountedCall[]>;
  /** Ends a call that the test has left running, as its caller would. */
  end(id: string): Promise<unknown>;
};

const watchedByTest = new AsyncLocalStorage<{ accounts: Watched[]; refusedForSeconds: number }>();

/** From now on the running test's end compares this account's calls with what the carrier counted. */
export function watchCalls(watched: Watched): void {
  watchedByTest.getStore()?.accounts.push(watched);
}

/** The far side of the running test goes on counting for at most so long after its calls are over, by its own fault. */
export function farSideRefusesFor(seconds: number): void {
  const watching = watchedByTest.getStore();
  if (watching !== undefined) watching.refusedForSeconds = seconds;
}

/** Runs a test, then throws unless every call of the accounts that it watched is over, and charged as the carrier counted it. */
export async function comparingWithCarrier(runTest: () => Promise<void>, hasFailed: () => boolean): Promise<void> {
  const watching = { accounts: [] as Watched[], refusedForSeconds: 0 };
  await watchedByTest.run(watching, runTest);
  if (hasFailed()) return;
  await Promise.all(watching.accounts.map((each) => compareAccount(each, watching.refusedForSeconds)));
}

type OwnCall = {
  id: string;
  number: string;
  from: string | null;
  fromTag: string;
  isEnded: boolean;
  seconds: number | null;
};

async function compareAccount(watched: Watched, refusedForSeconds: number): Promise<void> {
  for (const call of await outboundCalls(watched)) if (!call.isEnded) await watched.end(call.id);
  const withinMs = SETTLED_WITHIN_MS;
  await waitUntil('the end of all calls', async () => (await outboundCalls(watched)).every((call) => call.isEnded), {
    withinMs,
  });
  const byNumber = Map.groupBy(await outboundCalls(watched), (call) => call.number);
  for (const calls of byNumber.values()) {
    let differences: string[] = [];
    const agree = async () => (differences = await differencesOf(watched, calls, refusedForSeconds)).length === 0;
    await waitUntil('the carrier to agree', agree, { withinMs, everyMs: 100 }).catch(() => {
      throw new Error(`The carrier counted otherwise: ${differences.join('; ')}`);
    });
  }
}

/** An account's calls to one number, against the carrier's count of them. */
async function differencesOf(watched: Watched, calls: OwnCall[], refusedForSeconds: number): Promise<string[]> {
  const number = calls[0]?.number ?? '';
  const counted = (await watched.counted(number)).filter((call) => call.answeredAt !== null);
  const each = calls.map(async (call) => [
    ...differencesOfOne(
      call,
      counted.filter(({ fromTag }) => fromTag === call.fromTag),
      refusedForSeconds,
    ),
    ...(await keptFor(watched.database, call.id)).map((what) => `${call.id}: ${what} is kept`),
    ...(await keptByEngine(watched.rpcPort, call.id)).map((what) => `${call.id}: ${what} is kept`),
  ]);
  const strange = await unknownOf(watched.database, counted);
  const inTheirName = strange.filter(({ from }) => calls.some((call) => call.from === from));
  return [
    ...(await Promise.all(each)).flat(),
    ...inTheirName.map(({ from, answeredAt }) => `${number}: a call of ${from}, ${answeredAt}, is in no record`),
  ];
}

function differencesOfOne(call: OwnCall, legs: CountedCall[], refusedForSeconds: number): string[] {
  const ours = call.seconds === null ? [] : [call.seconds];
  const theirs = legs.map(secondsOf);
  const isSame =
    legs.length === ours.length &&
    legs.every((leg, index) => isSameLength(ours[index] ?? 0, instantsOf(leg), refusedForSeconds));
  return [
    ...(legs.some(({ endedAt }) => endedAt === null) ? [`${call.id}: still open at the carrier`] : []),
    ...(isSame ? [] : [`${call.id}: ${ours.join(' s, ')} s in the record, ${theirs.join(' s, ')} s at the carrier`]),
  ];
}

/** Those of which nobody here has a record. */
async function unknownOf(database: Database, counted: CountedCall[]): Promise<CountedCall[]> {
  const tags = counted.map(({ fromTag }) => fromTag);
  const { rows } = await sql<{ fromTag: string }>`
    select from_tag as "fromTag" from calls.call where from_tag = any(${tags})`.execute(database);
  const known = new Set(rows.map(({ fromTag }) => fromTag));
  return counted.filter(({ fromTag }) => !known.has(fromTag));
}

const instantsOf = ({ answeredAt, endedAt, endedAfter }: CountedCall) => ({
  answeredAt: Date.parse(answeredAt ?? ''),
  endedAt: Date.parse(endedAt ?? ''),
  endedAfter: Date.parse(endedAfter ?? endedAt ?? ''),
});

const secondsOf = ({ answeredAt, endedAt }: Pick<CountedCall, 'answeredAt' | 'endedAt'>) =>
  Math.ceil((Date.parse(endedAt ?? '') - Date.parse(answeredAt ?? '')) / 1000);

async function outboundCalls({ database, accountId }: Watched): Promise<OwnCall[]> {
  const { rows } = await sql<OwnCall>`
    select id, to_number as number, from_number as from, from_tag as "fromTag", state = 'ended' as "isEnded",
      case when answered_at is null then null else answered_seconds end as seconds
    from calls.call
    where account_id = ${accountId} and direction = 'outbound' and authorised_at is not null
      and to_number <> ${OWN_VOICEMAIL} order by id`.execute(database);
  return rows;
}

const records = z.object({
  calls: z.array(z.object({ invite: z.string(), answeredAt: z.string().nullable(), endedAt: z.string().nullable() })),
});
/** All that the sandbox carrier remembers. */
const MOST_RECORDS = '2000';

/** The count of the sandbox carrier of all calls to a number, from its record. */
export async function countOfSandbox(recordUrl: string, number: string): Promise<CountedCall[]> {
  const url = new URL('/calls', recordUrl);
  url.searchParams.set('dialled', number.replace('+', ''));
  url.searchParams.set('limit', MOST_RECORDS);
  const { calls } = records.parse(await (await fetch(url)).json());
  return calls.map(({ invite, answeredAt, endedAt }) => ({ ...callerOf(invite), answeredAt, endedAt }));
}

/** Who an INVITE says that it is from. */
export function callerOf(invite: string): { fromTag: string; from: string } {
  const message = readSip(invite);
  return { fromTag: message.fromTag, from: /<sip:([^@>]+)@/.exec(message.header('From'))?.[1] ?? '' };
}

type EndedCall = { id: string; number: string; fromTag: string; seconds: number };

/** Throws unless every answered call that ended since then, whoever's it is, was charged as the sandbox carrier counted it. */
export async function compareEndedSince(where: {
  database: Database;
  carrierRecordUrl: string;
  since: Date;
}): Promise<void> {
  const { rows } = await sql<EndedCall>`
    select id, to_number as number, from_tag as "fromTag", answered_seconds as seconds
    from calls.call
    where ended_at >= ${where.since} and answered_at is not null and direction = 'outbound'
      and to_number <> ${OWN_VOICEMAIL}`.execute(where.database);
  for (const call of rows) {
    const isCounted = async () => {
      const counted = await countOfSandbox(where.carrierRecordUrl, call.number);
      return counted.some(
        (each) => each.fromTag === call.fromTag && Math.abs(secondsOf(each) - call.seconds) <= MOST_APART_SECONDS,
      );
    };
    const what = `call ${call.id} to be counted by the carrier as it was charged: ${call.seconds} s`;
    await waitUntil(what, isCounted, { withinMs: SETTLED_WITHIN_MS, everyMs: 100 });
  }
}

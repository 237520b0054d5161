import { type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import {
  type CallLimits,
  type Claim,
  createCallLimits,
  type JudgedCall,
  LimitPassedMeanwhile,
  settleManySql,
  type UsageJson,
} from './index.ts';
import { type Limits, usualLimits } from './limit.ts';

const { database } = await testDatabase();

const figures: Limits = { ...usualLimits.account, dayMicros: micros(1_000n), hourMicros: micros(600n), calls: 100 };
const wide: Limits = { ...figures, dayMicros: micros(1_000_000n), hourMicros: micros(1_000_000n), newCountries: 100 };
const NOON = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number) => new Date(NOON.getTime() + ms);
const HOUR = 3_600_000;

const judgeNow = async (limits: CallLimits, call: JudgedCall) => limits.judge(await usageOf(limits, call), call);

async function usageOf(limits: CallLimits, of: Parameters<CallLimits['usageSql']>[0]): Promise<UsageJson> {
  const { rows } = await sql<{ usage: UsageJson }>`select ${limits.usageSql(of)} as usage`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without from has a row');
  return row.usage;
}

type Caller = { accountId: string; userId: string };
const aCaller = (): Caller => ({ accountId: newId(), userId: newId() });

/** Limits of a test, as calls use them; the wallet's lock is not there, so that the database's guard is what counts. */
function limitsOf(account: Limits, user: Limits = wide) {
  const limits = createCallLimits({ account, user });
  const judge = async (
    caller: Caller,
    causeId: string,
    over: { at?: Date; country?: string; timeZone?: string } = {},
  ) =>
    await judgeNow(limits, {
      ...caller,
      causeId,
      perMinuteMicros: micros(1n),
      connectionMicros: micros(0n),
      leastMicros: micros(100n),
      countryCode: over.country ?? 'GB',
      isTrial: false,
      isClosed: false,
      destination: { countryCode: over.country ?? 'GB', kind: 'mobile' },
      timeZone: over.timeZone ?? 'UTC',
      now: over.at ?? NOON,
    });
  return {
    limits,
    judge,
    /** Judges and claims at once; what stopped it, or null. */
    claim: async (
      caller: Caller,
      amount: bigint,
      over: { causeId?: string; at?: Date; country?: string; timeZone?: string } = {},
    ): Promise<string | null> => {
      const judged = await judge(caller, over.causeId ?? newId(), over);
      if (!judged.allowed) return `${judged.stop.owner} ${judged.stop.limit}`;
      return await claimed(judged.claim, micros(amount));
    },
    more: async (caller: Caller, causeId: string, amount: bigint, at: Date) => {
      const usage = await usageOf(limits, { ...caller, destination: null, now: at });
      const { left, claim } = limits.judgeMore(usage, { ...caller, causeId, now: at });
      return { leftBefore: left?.mostMicros ?? null, outcome: await claimed(claim, micros(amount)) };
    },
  };
}

async function claimed(claim: Claim, amount: Micros): Promise<string | null> {
  try {
    await inTransaction(database, async (tx) => await claim.take(tx, amount));
    return null;
  } catch (error) {
    if (error instanceof LimitPassedMeanwhile) return 'meanwhile';
    throw error;
  }
}

const settleClaim = async (settled: { causeId: string; chargedMicros: bigint }) =>
  await sql`select ${settleManySql([settled])}`.execute(database);

test('what is held counts, and what was not spent is free again', async () => {
  const { claim, judge } = limitsOf(figures);
  const caller = aCaller();
  const [first, second] = [newId(), newId()];

  expect(await claim(caller, 300n, { causeId: first })).toBeNull();
  expect(await claim(caller, 250n, { causeId: second })).toBeNull();
  expect(await claim(caller, 100n)).toBe('account hour');

  await settleClaim({ causeId: first, chargedMicros: 40n });
  expect(await judge(caller, newId())).toMatchObject({ allowed: true, left: { mostMicros: 310n } });
});

test('settling twice frees once', async () => {
  const { claim, judge } = limitsOf(figures);
  const caller = aCaller();
  const causeId = newId();
  await claim(caller, 300n, { causeId });

  await settleClaim({ causeId, chargedMicros: 200n });
  await settleClaim({ causeId, chargedMicros: 0n });

  expect(await judge(caller, newId())).toMatchObject({ left: { mostMicros: 400n } });
});

test('the hour begins again with the hour, the day with midnight of the account', async () => {
  const { claim } = limitsOf(figures);
  const caller = aCaller();
  const inTokyo = (ms: number) => ({ at: later(ms), timeZone: 'Asia/Tokyo' });
  // 21:00 in Tokyo.
  expect(await claim(caller, 600n, inTokyo(0))).toBeNull();
  expect(await claim(caller, 100n, inTokyo(HOUR - 1))).toBe('account hour');
  expect(await claim(caller, 400n, inTokyo(HOUR))).toBeNull();
  expect(await claim(caller, 100n, inTokyo(2 * HOUR))).toBe('account day');
  expect(await claim(caller, 100n, inTokyo(3 * HOUR - 1))).toBe('account day');
  expect(await claim(caller, 100n, inTokyo(3 * HOUR))).toBeNull();
});

test('another time zone gives no second day', async () => {
  const { claim } = limitsOf({ ...figures, hourMicros: micros(1_000n) });
  const caller = aCaller();
  expect(await claim(caller, 1_000n, { timeZone: 'UTC' })).toBeNull();

  // Midnight in Auckland was an hour ago.
  expect(await claim(caller, 100n, { timeZone: 'Pacific/Auckland' })).toBe('account day');
});

test('a call that crosses the hour counts in each hour what was claimed in it', async () => {
  const { claim, more, judge } = limitsOf(figures);
  const caller = aCaller();
  const causeId = newId();
  await claim(caller, 500n, { causeId });

  const next = await more(caller, causeId, 300n, later(HOUR));
  expect(next).toEqual({ leftBefore: 500n, outcome: null });
  expect(await judge(caller, newId(), { at: later(HOUR) })).toMatchObject({ left: { mostMicros: 200n } });

  // Of 800 it spent 600: the 200 that are free again were of the second hour.
  await settleClaim({ causeId, chargedMicros: 600n });
  expect(await judge(caller, newId(), { at: later(HOUR) })).toMatchObject({
    left: { mostMicros: 400n, bound: { limit: 'day' } },
  });
});

test('a running call gets no more than the limit leaves, and counts as one', async () => {
  const { claim, more } = limitsOf({ ...figures, calls: 1 });
  const caller = aCaller();
  const causeId = newId();
  await claim(caller, 500n, { causeId });

  expect(await more(caller, causeId, 100n, NOON)).toEqual({ leftBefore: 100n, outcome: null });
  expect(await more(caller, causeId, 1n, NOON)).toEqual({ leftBefore: 0n, outcome: 'meanwhile' });
  expect(await claim(caller, 1n)).toBe('account calls');
});

test('the limit of a sign-in is its own; that of the account is for all', async () => {
  const { claim } = limitsOf({ ...figures, hourMicros: micros(1_000n) }, { ...wide, hourMicros: micros(600n) });
  const ada = aCaller();
  const bob = { ...ada, userId: newId() };

  expect(await claim(ada, 600n)).toBeNull();
  expect(await claim(ada, 100n)).toBe('sign_in hour');
  expect(await claim(bob, 400n)).toBeNull();
  expect(await claim(bob, 100n)).toBe('account day');
});

test('calls at once are counted for sign-in and account', async () => {
  const { claim } = limitsOf({ ...wide, calls: 3 }, { ...wide, calls: 2 });
  const ada = aCaller();
  const bob = { ...ada, userId: newId() };
  const causeId = newId();

  expect(await claim(ada, 1n, { causeId })).toBeNull();
  expect(await claim(ada, 1n)).toBeNull();
  expect(await claim(ada, 1n)).toBe('sign_in calls');
  expect(await claim(bob, 1n)).toBeNull();
  expect(await claim(bob, 1n)).toBe('account calls');

  await settleClaim({ causeId, chargedMicros: 0n });
  expect(await claim(bob, 1n)).toBeNull();
});

test('a country is new once; the day after as many may be new again', async () => {
  const { claim } = limitsOf({ ...wide, newCountries: 2 }, { ...wide, newCountries: 2 });
  const caller = aCaller();

  expect(await claim(caller, 1n, { country: 'GB' })).toBeNull();
  expect(await claim(caller, 1n, { country: 'FR' })).toBeNull();
  expect(await claim(caller, 1n, { country: 'DE' })).toBe('account new_countries');
  expect(await claim(caller, 1n, { country: 'GB' })).toBeNull();
  expect(await claim(caller, 1n, { country: 'DE', at: later(12 * HOUR) })).toBeNull();
});

test('of countries that are new at once no more pass than may be new, of the account and of each sign-in', async () => {
  const { judge } = limitsOf({ ...wide, newCountries: 3 }, { ...wide, newCountries: 2 });
  const ada = aCaller();
  const bob = { ...ada, userId: newId() };
  const judged = async (caller: Caller, countries: string[]) =>
    await Promise.all(countries.map(async (country) => await judge(caller, newId(), { country })));
  const [ofAda, ofBob] = [await judged(ada, ['GB', 'FR', 'DE', 'GB']), await judged(bob, ['GB', 'IT', 'ES'])];
  expect([...ofAda, ...ofBob].every(({ allowed }) => allowed)).toBe(true);

  const outcomes = [];
  for (const { claim } of [...ofAda, ...ofBob]) outcomes.push(await claimed(claim, micros(1n)));

  // The same country once more is none more.
  expect(outcomes).toEqual([null, null, 'meanwhile', null, null, null, 'meanwhile']);
});

test('of 100 claims at once no more pass than the limit has room for', async () => {
  const { claim, judge } = limitsOf({ ...figures, hourMicros: micros(1_000n) });
  const caller = aCaller();

  const outcomes = await Promise.all(Array.from({ length: 100 }, async () => await claim(caller, 100n)));

  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(10);
  expect(await judge(caller, newId())).toMatchObject({ allowed: false, stop: { limit: 'day' } });
});

test('of 50 calls at once no more begin than may run', async () => {
  const { claim } = limitsOf({ ...wide, calls: 3 });
  const caller = aCaller();

  const outcomes = await Promise.all(Array.from({ length: 50 }, async () => await claim(caller, 1n)));

  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(3);
});

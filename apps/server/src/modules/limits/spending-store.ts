// How far accounts and users have come. Whoever claims or settles holds the wallet's lock already.
import { type LimitName, type Micros, micros } from '@farline/contracts';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { ChosenLimits } from './limit.ts';
import { nothingChosen } from './limits-store.ts';
import type { Windows } from './windows.ts';

type Figures = Record<
  'day_micros' | 'hour_micros' | 'per_minute_micros' | 'connection_micros' | 'calls' | 'new_countries',
  number | null
>;

/** What is used, as PostgreSQL writes it in JSON: amounts as numbers, which are exact up to nine thousand million units. */
export type UsageJson = {
  account: Figures | null;
  sign_in: Figures | null;
  counted:
    | (Record<'time_zone' | 'day_from' | 'day_to' | 'hour_from' | 'hour_to', string> &
        Record<'day_used' | 'hour_used' | 'running', number>)
    | null;
  counted_user:
    | (Record<'day_from' | 'hour_from', string> & Record<'day_used' | 'hour_used' | 'running', number>)
    | null;
  lifted: LimitName[];
  is_opened: boolean;
  is_known_country: boolean;
  /** The countries of the last two days that were new. */
  new_countries: { first_at: string; first_by: string }[];
};

/** Everything that is kept of an account and one of its users, as it was last counted. */
export type KeptUsage = {
  chosen: { account: ChosenLimits; user: ChosenLimits };
  counted: Counted | null;
  lifted: Set<LimitName>;
  isOpened: boolean;
  isKnownCountry: boolean;
  /** Those of the last two days. */
  newCountries: { at: Date; userId: string }[];
};

/** Counters with the day and hour that they are of. */
export type Counted = {
  timeZone: string;
  windows: Windows;
  account: { dayMicros: Micros; hourMicros: Micros; calls: number };
  user: { dayMicros: Micros; hourMicros: Micros; calls: number };
};

/** Whose usage, and in view of which destination: as they are, or as the columns that have them. */
export type UsageOf = {
  accountId: string | RawBuilder<string>;
  userId: string | RawBuilder<string>;
  destination: { countryCode: string | RawBuilder<string>; kind: string | RawBuilder<string> } | null;
  now: Date;
};

/** All that a decision about a call needs, as one value of a statement. */
export function usageSql({ accountId, userId, destination, now }: UsageOf): RawBuilder<UsageJson> {
  const country = destination?.countryCode ?? null;
  const ceiling = (ownerId: UsageOf['accountId']) => sql`(
    select to_jsonb(c) from limits.ceiling c where owner_id = ${ownerId})`;
  return sql`(select jsonb_build_object(
    'account', ${ceiling(accountId)}, 'sign_in', ${ceiling(userId)},
    'counted', (select to_jsonb(c) from limits.account_counter c where account_id = ${accountId}),
    'counted_user', (select to_jsonb(c) from limits.user_counter c where user_id = ${userId}),
    'lifted', array(select limit_name from limits.lift where account_id = ${accountId} and until > ${now}::timestamptz),
    'is_opened', exists (
      select from limits.opened where account_id = ${accountId} and country_code = ${country}::text
        and kind = ${destination?.kind ?? null}::text),
    'is_known_country', exists (
      select from limits.country where account_id = ${accountId} and country_code = ${country}::text),
    'new_countries', (
      select coalesce(jsonb_agg(jsonb_build_object('first_at', first_at, 'first_by', first_by)), '[]')
      from limits.country
      where account_id = ${accountId} and first_at > ${now}::timestamptz - interval '2 days')))`;
}

/** Reads what is used in a round trip of its own. */
export async function readUsage(db: Executor, wanted: UsageOf): Promise<KeptUsage> {
  const { rows } = await sql<{ usage: UsageJson }>`select ${usageSql(wanted)} as usage`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without from has a row');
  return toKeptUsage(row.usage);
}

/** What the JSON says. */
export function toKeptUsage(json: UsageJson): KeptUsage {
  return {
    chosen: { account: toChosen(json.account), user: toChosen(json.sign_in) },
    counted: toCounted(json),
    lifted: new Set(json.lifted),
    isOpened: json.is_opened,
    isKnownCountry: json.is_known_country,
    newCountries: json.new_countries.map((one) => ({ at: new Date(one.first_at), userId: one.first_by })),
  };
}

const toMicros = (value: number) => micros(BigInt(value));
const orNull = (value: number | null) => (value === null ? null : toMicros(value));

function toChosen(figures: Figures | null): ChosenLimits {
  if (figures === null) return nothingChosen;
  return {
    dayMicros: orNull(figures.day_micros),
    hourMicros: orNull(figures.hour_micros),
    perMinuteMicros: orNull(figures.per_minute_micros),
    connectionMicros: orNull(figures.connection_micros),
    calls: figures.calls,
    newCountries: figures.new_countries,
  };
}

function toCounted({ counted, counted_user: user }: UsageJson): Counted | null {
  if (counted === null) return null;
  const isSameDay = user?.day_from === counted.day_from;
  const isSameHour = user?.hour_from === counted.hour_from;
  return {
    timeZone: counted.time_zone,
    windows: {
      day: { from: new Date(counted.day_from), to: new Date(counted.day_to) },
      hour: { from: new Date(counted.hour_from), to: new Date(counted.hour_to) },
    },
    account: {
      dayMicros: toMicros(counted.day_used),
      hourMicros: toMicros(counted.hour_used),
      calls: counted.running,
    },
    user: {
      dayMicros: toMicros(isSameDay ? (user?.day_used ?? 0) : 0),
      hourMicros: toMicros(isSameHour ? (user?.hour_used ?? 0) : 0),
      calls: user?.running ?? 0,
    },
  };
}

/** What is not to be passed; null: lifted. */
export type Ceilings = {
  dayMicros: Micros | null;
  hourMicros: Micros | null;
  calls: number | null;
  newCountries: number | null;
};

/** More that a call may cost. */
export type ClaimedMore = {
  causeId: string;
  accountId: string;
  userId: string;
  amountMicros: Micros;
  countryCode: string | null;
  timeZone: string;
  windows: Windows;
  account: Ceilings;
  user: Ceilings;
  at: Date;
  /** Whether it is one more call under way. */
  isCall: boolean;
};

/** Counts more for a call, as one value of a statement, which fails as a whole when a limit is passed with it. */
export function claimSql(claim: ClaimedMore): RawBuilder<boolean> {
  const { account, user, windows } = claim;
  return sql`limits.claim_spending(
    ${claim.causeId}, ${claim.accountId}, ${claim.userId}, ${claim.amountMicros}, ${claim.at}, ${claim.countryCode},
    ${claim.timeZone}, ${windows.day.from}, ${windows.day.to}, ${windows.hour.from}, ${windows.hour.to},
    ${account.dayMicros}, ${account.hourMicros}, ${account.calls}, ${user.dayMicros}, ${user.hourMicros}, ${user.calls},
    ${claim.isCall ? 1 : 0}, ${account.newCountries}, ${user.newCountries})`;
}

/**
 * A relation (cause_id, is_within): counts more for many, of those that are among `causes`, a relation of ids, account by account in the order
 * of their ids. The statement fails as a whole when a limit of one is passed with it.
 */
export function claimManySql(claims: readonly ClaimedMore[], causes: RawBuilder<string>): RawBuilder<unknown> {
  const column = <Value>(valueOf: (claim: ClaimedMore) => Value) => claims.map(valueOf);
  return sql`
    select cause_id, limits.claim_spending(cause_id, account_id, user_id, amount, claimed_at, country, zone, day_from, day_to,
      hour_from, hour_to, account_day, account_hour, account_calls, user_day, user_hour, user_calls, calls, account_countries,
      user_countries) as is_within
    from (
      select * from unnest(
        (select ${column(({ causeId }) => causeId)}::uuid[]), (select ${column(({ accountId }) => accountId)}::uuid[]),
        (select ${column(({ userId }) => userId)}::uuid[]), (select ${column(({ amountMicros }) => amountMicros)}::bigint[]),
        (select ${column(({ at }) => at)}::timestamptz[]), (select ${column(({ countryCode }) => countryCode)}::text[]),
        (select ${column(({ timeZone }) => timeZone)}::text[]),
        (select ${column(({ windows }) => windows.day.from)}::timestamptz[]), (select ${column(({ windows }) => windows.day.to)}::timestamptz[]),
        (select ${column(({ windows }) => windows.hour.from)}::timestamptz[]), (select ${column(({ windows }) => windows.hour.to)}::timestamptz[]),
        (select ${column(({ account }) => account.dayMicros)}::bigint[]), (select ${column(({ account }) => account.hourMicros)}::bigint[]),
        (select ${column(({ account }) => account.calls)}::bigint[]), (select ${column(({ user }) => user.dayMicros)}::bigint[]),
        (select ${column(({ user }) => user.hourMicros)}::bigint[]), (select ${column(({ user }) => user.calls)}::bigint[]),
        (select ${column(({ isCall }) => (isCall ? 1 : 0))}::integer[]),
        (select ${column(({ account }) => account.newCountries)}::bigint[]), (select ${column(({ user }) => user.newCountries)}::bigint[]))
        claimed (cause_id, account_id, user_id, amount, claimed_at, country, zone, day_from, day_to, hour_from, hour_to,
          account_day, account_hour, account_calls, user_day, user_hour, user_calls, calls, account_countries, user_countries)
      where cause_id in (${causes}) order by account_id, user_id, cause_id offset 0) claimed`;
}

/**
 * A boolean: counts more for many, each of another account, of which none has claimed before. The statement fails as a whole when a limit of one
 * is passed with it.
 */
export function claimEachSql(claims: readonly ClaimedMore[], at: Date): RawBuilder<boolean> {
  const column = <Value>(valueOf: (claim: ClaimedMore) => Value) => claims.map(valueOf);
  return sql`limits.claim_each(${at}, ${column(({ causeId }) => causeId)}::uuid[],
    ${column(({ accountId }) => accountId)}::uuid[], ${column(({ userId }) => userId)}::uuid[],
    ${column(({ amountMicros }) => amountMicros)}::bigint[], ${column(({ countryCode }) => countryCode)}::text[],
    ${column(({ timeZone }) => timeZone)}::text[],
    ${column(({ windows }) => windows.day.from)}::timestamptz[], ${column(({ windows }) => windows.day.to)}::timestamptz[],
    ${column(({ windows }) => windows.hour.from)}::timestamptz[], ${column(({ windows }) => windows.hour.to)}::timestamptz[],
    ${column(({ account }) => account.dayMicros)}::bigint[], ${column(({ account }) => account.hourMicros)}::bigint[],
    ${column(({ account }) => account.calls)}::bigint[], ${column(({ user }) => user.dayMicros)}::bigint[],
    ${column(({ user }) => user.hourMicros)}::bigint[], ${column(({ user }) => user.calls)}::bigint[],
    ${column(({ isCall }) => (isCall ? 1 : 0))}::integer[],
    ${column(({ account }) => account.newCountries)}::bigint[], ${column(({ user }) => user.newCountries)}::bigint[])`;
}

/** Counts more for a call in a round trip of its own. */
export async function callClaimSpending(tx: Transaction, claim: ClaimedMore): Promise<void> {
  await sql`select ${claimSql(claim)}`.execute(tx);
}

/** Whether a statement failed because a limit is passed with it. */
export function isLimitPassed(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'FL001';
}

/** What was spent of a claim. */
export type SettledClaim = { causeId: string; chargedMicros: bigint };

/**
 * A boolean: frees what many claimed and did not spend, account by account in the order of their ids. Only those whose cause is among
 * `causes`, a relation of ids, where that is given. Whoever claimed nothing, or was settled before, has nothing to free.
 */
export function settleManySql(settled: readonly SettledClaim[], causes?: RawBuilder<string>): RawBuilder<boolean> {
  const ids = settled.map(({ causeId }) => causeId);
  const amounts = settled.map(({ chargedMicros }) => chargedMicros);
  return sql`(select limits.settle_claims(array_agg(cause_id), array_agg(charged))
    from unnest((select ${ids}::uuid[]), (select ${amounts}::bigint[])) settled (cause_id, charged)
    ${causes === undefined ? sql`` : sql`where cause_id in (${causes})`})`;
}

/** Frees what many claimed and did not spend. */
export async function settleClaims(tx: Executor, settled: readonly SettledClaim[]): Promise<void> {
  if (settled.length === 0) return;
  await sql`select ${settleManySql(settled)}`.execute(tx);
}

/** What the calls of an account that are under way may still cost. */
export async function underWayOf(db: Executor, accountId: string): Promise<Micros> {
  const { rows } = await sql<{ held: bigint }>`
    select coalesce(sum(held), 0)::bigint as held from limits.claim where account_id = ${accountId}`.execute(db);
  return micros(rows[0]?.held ?? 0n);
}

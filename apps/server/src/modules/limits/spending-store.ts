// How far accounts and users have come. Whoever claims or settles holds the wallet's lock already.
import { type LimitName, type Micros, micros } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { ChosenLimits } from './limit.ts';
import type { DestinationGroup } from './limits-store.ts';
import type { Windows } from './windows.ts';

type StandingRow = {
  account_day: bigint | null;
  account_hour: bigint | null;
  account_per_minute: bigint | null;
  account_connection: bigint | null;
  account_calls: number | null;
  account_new_countries: number | null;
  user_day: bigint | null;
  user_hour: bigint | null;
  user_per_minute: bigint | null;
  user_connection: bigint | null;
  user_calls: number | null;
  user_new_countries: number | null;
  time_zone: string | null;
  day_from: Date | null;
  day_to: Date | null;
  day_used: bigint | null;
  hour_from: Date | null;
  hour_to: Date | null;
  hour_used: bigint | null;
  running: number | null;
  user_day_from: Date | null;
  user_day_used: bigint | null;
  user_hour_from: Date | null;
  user_hour_used: bigint | null;
  user_running: number | null;
  lifted: LimitName[];
  is_opened: boolean;
  is_known_country: boolean;
  new_countries_account: number;
  new_countries_user: number;
};

/** Everything that is kept of an account and one of its users, as it was last counted. */
export type KeptStanding = {
  chosen: { account: ChosenLimits; user: ChosenLimits };
  counted: Counted | null;
  lifted: Set<LimitName>;
  isOpened: boolean;
  isKnownCountry: boolean;
  newCountries: { account: number; user: number };
};

/** Counters with the day and hour that they are of. */
export type Counted = {
  timeZone: string;
  windows: Windows;
  account: { dayMicros: Micros; hourMicros: Micros; calls: number };
  user: { dayMicros: Micros; hourMicros: Micros; calls: number };
};

/** Reads what a decision about a call needs, in one statement. New countries are counted from `dayFrom` on. */
export async function readStanding(
  db: Executor,
  wanted: { accountId: string; userId: string; destination: DestinationGroup | null; dayFrom: Date; now: Date },
): Promise<KeptStanding> {
  const country = wanted.destination?.countryCode ?? null;
  const { rows } = await sql<StandingRow>`
    select
      a.day_micros as account_day, a.hour_micros as account_hour, a.per_minute_micros as account_per_minute,
      a.connection_micros as account_connection, a.calls as account_calls, a.new_countries as account_new_countries,
      u.day_micros as user_day, u.hour_micros as user_hour, u.per_minute_micros as user_per_minute,
      u.connection_micros as user_connection, u.calls as user_calls, u.new_countries as user_new_countries,
      ac.time_zone, ac.day_from, ac.day_to, ac.day_used, ac.hour_from, ac.hour_to, ac.hour_used, ac.running,
      uc.day_from as user_day_from, uc.day_used as user_day_used, uc.hour_from as user_hour_from,
      uc.hour_used as user_hour_used, uc.running as user_running,
      array(select limit_name from limits.lift where account_id = one.account_id and until > ${wanted.now}) as lifted,
      exists (
        select from limits.opened where account_id = one.account_id and country_code = ${country}::text
          and kind = ${wanted.destination?.kind ?? null}::text) as is_opened,
      exists (
        select from limits.country where account_id = one.account_id and country_code = ${country}::text) as is_known_country,
      coalesce(c.by_account, 0) as new_countries_account, coalesce(c.by_user, 0) as new_countries_user
    from (select ${wanted.accountId}::uuid as account_id, ${wanted.userId}::uuid as user_id) one
    left join limits.ceiling a on a.owner_id = one.account_id
    left join limits.ceiling u on u.owner_id = one.user_id
    left join limits.account_counter ac on ac.account_id = one.account_id
    left join limits.user_counter uc on uc.user_id = one.user_id
    left join lateral (
      select count(*)::int as by_account, (count(*) filter (where first_by = one.user_id))::int as by_user
      from limits.country where account_id = one.account_id
        and first_at >= case when ac.day_to > ${wanted.now} then ac.day_from else ${wanted.dayFrom} end) c on true`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that always gives a row gave none');
  return {
    chosen: { account: chosenAccount(row), user: chosenUser(row) },
    counted: toCounted(row),
    lifted: new Set(row.lifted),
    isOpened: row.is_opened,
    isKnownCountry: row.is_known_country,
    newCountries: { account: row.new_countries_account, user: row.new_countries_user },
  };
}

const orNull = (value: bigint | null) => (value === null ? null : micros(value));

const chosenAccount = (row: StandingRow): ChosenLimits => ({
  dayMicros: orNull(row.account_day),
  hourMicros: orNull(row.account_hour),
  perMinuteMicros: orNull(row.account_per_minute),
  connectionMicros: orNull(row.account_connection),
  calls: row.account_calls,
  newCountries: row.account_new_countries,
});

const chosenUser = (row: StandingRow): ChosenLimits => ({
  dayMicros: orNull(row.user_day),
  hourMicros: orNull(row.user_hour),
  perMinuteMicros: orNull(row.user_per_minute),
  connectionMicros: orNull(row.user_connection),
  calls: row.user_calls,
  newCountries: row.user_new_countries,
});

function toCounted(row: StandingRow): Counted | null {
  const { time_zone: timeZone, day_from, day_to, hour_from, hour_to } = row;
  if (timeZone === null || day_from === null || day_to === null || hour_from === null || hour_to === null) return null;
  const isSameDay = row.user_day_from?.getTime() === day_from.getTime();
  const isSameHour = row.user_hour_from?.getTime() === hour_from.getTime();
  return {
    timeZone,
    windows: { day: { from: day_from, to: day_to }, hour: { from: hour_from, to: hour_to } },
    account: {
      dayMicros: micros(row.day_used ?? 0n),
      hourMicros: micros(row.hour_used ?? 0n),
      calls: row.running ?? 0,
    },
    user: {
      dayMicros: micros(isSameDay ? (row.user_day_used ?? 0n) : 0n),
      hourMicros: micros(isSameHour ? (row.user_hour_used ?? 0n) : 0n),
      calls: row.user_running ?? 0,
    },
  };
}

/** What is not to be passed; null: lifted. */
export type Ceilings = { dayMicros: Micros | null; hourMicros: Micros | null; calls: number | null };

/** Counts more for a call. False when a limit is passed with it: then all of it has to be rolled back. */
export async function callClaimSpending(
  tx: Transaction,
  claim: {
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
  },
): Promise<boolean> {
  const { account, user, windows } = claim;
  const { rows } = await sql<{ is_within: boolean }>`
    select limits.claim_spending(
      ${claim.causeId}, ${claim.accountId}, ${claim.userId}, ${claim.amountMicros}, ${claim.at}, ${claim.countryCode},
      ${claim.timeZone}, ${windows.day.from}, ${windows.day.to}, ${windows.hour.from}, ${windows.hour.to},
      ${account.dayMicros}, ${account.hourMicros}, ${account.calls}, ${user.dayMicros}, ${user.hourMicros}, ${user.calls}
    ) as is_within`.execute(tx);
  return rows[0]?.is_within === true;
}

/** Frees what a call claimed and did not spend. */
export async function callSettleClaim(
  tx: Executor,
  settled: { causeId: string; chargedMicros: bigint },
): Promise<void> {
  await sql`select limits.settle_claim(${settled.causeId}, ${settled.chargedMicros})`.execute(tx);
}

/** What the calls of an account that are under way may still cost. */
export async function underWayOf(db: Executor, accountId: string): Promise<Micros> {
  const { rows } = await sql<{ held: bigint }>`
    select coalesce(sum(held), 0)::bigint as held from limits.claim where account_id = ${accountId}`.execute(db);
  return micros(rows[0]?.held ?? 0n);
}

import { micros } from '@farline/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { claimEachSql, type ClaimedMore, createCallLimits, isLimitPassed } from './index.ts';
import { type Limits, usualLimits } from './limit.ts';
import { claimSql } from './spending-store.ts';

const { database } = await testDatabase();
const NOON = new Date('2026-03-01T12:00:00.000Z');
const HOUR = 3_600_000;
const figures: Limits = { ...usualLimits.account, dayMicros: micros(1_000n), hourMicros: micros(600n) };
const limits = createCallLimits({ account: figures, user: figures });

type Sender = { accountId: string; userId: string };
const aSender = (): Sender => ({ accountId: newId(), userId: newId() });

async function claimOf(sender: Sender, amount: bigint, { at, timeZone }: { at: Date; timeZone: string }) {
  const destination = { countryCode: 'GB', kind: 'mobile' } as const;
  const { rows } = await sql<{ usage: Parameters<typeof limits.judgeMessage>[0] }>`
    select ${limits.usageSql({ ...sender, destination, now: at })} as usage`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without from has a row');
  const asked = { ...sender, causeId: newId(), destination, countryCode: 'GB', isClosed: false, timeZone, now: at };
  return limits.judgeMessage(row.usage, { ...asked, costMicros: micros(amount) }).claim.claimed(micros(amount));
}

const claimAlone = async (claim: ClaimedMore) => await sql`select ${claimSql(claim)}`.execute(database);
const claimTogether = async (claims: readonly ClaimedMore[], at: Date) =>
  await sql`select ${claimEachSql(claims, at)}`.execute(database);

/** All that is counted of somebody, but whose it is. */
async function countedOf({ accountId, userId }: Sender) {
  const { rows } = await sql`select
    (select to_jsonb(c) - 'account_id' from limits.account_counter c where account_id = ${accountId}) as account,
    (select to_jsonb(c) - 'account_id' - 'user_id' from limits.user_counter c where user_id = ${userId}) as sign_in,
    (select jsonb_agg(to_jsonb(c) - 'cause_id' - 'account_id' - 'user_id' order by cause_id)
      from limits.claim c where account_id = ${accountId}) as claims,
    (select jsonb_agg(to_jsonb(c) - 'account_id' - 'first_by') from limits.country c where account_id = ${accountId}) as countries
  `.execute(database);
  return rows[0];
}

test('what many claim together counts as if each had claimed alone, also over the hour and over midnight', async () => {
  const pairs = ['UTC', 'Asia/Tokyo', 'America/New_York'].map((timeZone) => ({
    timeZone,
    alone: aSender(),
    among: aSender(),
  }));
  for (const [place, hours] of [0, 0.5, 1, 3, 12, 25].entries()) {
    const at = new Date(NOON.getTime() + hours * HOUR);
    const amount = BigInt(20 + place);
    const claims = [];
    for (const { timeZone, alone, among } of pairs) {
      await claimAlone(await claimOf(alone, amount, { at, timeZone }));
      claims.push(await claimOf(among, amount, { at, timeZone }));
    }
    await claimTogether(claims, at);
  }

  for (const { alone, among } of pairs) {
    const counted = await countedOf(among);
    expect(counted).toMatchObject({ account: { running: 0 }, countries: [{ country_code: 'GB' }] });
    expect(counted).toEqual(await countedOf(alone));
  }
});

test('where one of them passes a limit, of the account or of the sign-in, none of them is counted', async () => {
  const now = { at: NOON, timeZone: 'UTC' };
  const [within, beyond] = [aSender(), aSender()];
  await claimAlone(await claimOf(beyond, 500n, now));
  const claim = await claimOf(beyond, 101n, now);
  const nothing = { dayMicros: null, hourMicros: null, calls: null, newCountries: null };
  for (const late of [
    { ...claim, user: nothing },
    { ...claim, account: nothing },
  ]) {
    const failed = await claimTogether([await claimOf(within, 10n, now), late], NOON).catch((error: unknown) => error);
    expect(isLimitPassed(failed)).toBe(true);
  }
  expect(await countedOf(within)).toEqual({ account: null, sign_in: null, claims: null, countries: null });
  await claimTogether([await claimOf(within, 10n, now), await claimOf(beyond, 100n, now)], NOON);
  expect(await countedOf(beyond)).toMatchObject({ account: { hour_used: 600 }, sign_in: { hour_used: 600 } });
});

import { sql } from 'kysely';
import type { Database, Executor, Transaction } from '../../platform/database.ts';

/** A browser that may be told of a call that rings. */
export type BrowserToRing = {
  id: string;
  userId: string;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
};

/** The browsers of these users, whether their sign-ins run or not. */
export async function browsersOf(database: Executor, userIds: readonly string[]): Promise<BrowserToRing[]> {
  const { rows } = await sql<BrowserToRing>`
    select id, user_id as "userId", session_id as "sessionId", endpoint, p256dh, auth
    from push.subscription where user_id = any (${userIds}::uuid[]) order by added_at desc, id`.execute(database);
  return rows;
}

/** Writes down that a user is told of a call; false where they were of as many within the last minute, or of this one already. */
export async function insertRingingCall(
  tx: Transaction,
  ringing: {
    callId: string;
    userId: string;
    accountId: string;
    tokenHash: Buffer;
    at: Date;
    expiresAt: Date;
    most: number;
    since: Date;
  },
): Promise<boolean> {
  const { callId, userId, accountId, tokenHash, at, expiresAt } = ringing;
  // Of calls that come in at the same moment one is counted after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ring ${userId}`}, 0))`.execute(tx);
  const { rows } = await sql`
    insert into push.ringing_call (call_id, user_id, account_id, token_hash, at, expires_at)
    select ${callId}::uuid, ${userId}::uuid, ${accountId}::uuid, ${tokenHash}::bytea, ${at}::timestamptz, ${expiresAt}::timestamptz
    where (select count(*) from push.ringing_call where user_id = ${userId} and at > ${ringing.since}) < ${ringing.most}
    on conflict do nothing returning true`.execute(tx);
  return rows.length > 0;
}

/** Whether a user's notification of a call is still to be shown. */
export async function isStillTold(
  database: Executor,
  { callId, userId }: { callId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from push.ringing_call where call_id = ${callId} and user_id = ${userId} and over_at is null`.execute(
    database,
  );
  return rows.length > 0;
}

/** Of these calls, those that somebody was told of and that were not over when last looked at. */
export async function callsStillTold(tx: Executor, callIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct call_id as id from push.ringing_call where call_id = any (${callIds}::uuid[]) and over_at is null`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Notes that a call is over, and gives whom it was told. */
export async function endTold(tx: Executor, { callId, at }: { callId: string; at: Date }): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    update push.ringing_call set over_at = ${at} where call_id = ${callId} and over_at is null
    returning user_id as "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

/** The user whose notification of a call that is not over has this proof; null where there is none. */
export async function userOfProof(database: Database, tokenHash: Buffer): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from push.ringing_call where token_hash = ${tokenHash} and over_at is null`.execute(
    database,
  );
  return rows[0]?.userId ?? null;
}

/** Declines the call whose notification has this proof, once; false where there is none, or it is over. */
export async function declineTold(
  database: Executor,
  { tokenHash, at }: { tokenHash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update push.ringing_call set declined_at = ${at}
    where token_hash = ${tokenHash} and declined_at is null and over_at is null and expires_at > ${at}
    returning true`.execute(database);
  return rows.length > 0;
}

/** Calls that somebody declined and the engine has not been told of, while they may ring. */
export async function callsToDecline(
  database: Executor,
  { now, most }: { now: Date; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct call_id as id from push.ringing_call
    where declined_at is not null and decline_ordered_at is null and over_at is null and expires_at > ${now}
    limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}

export async function noteDeclineOrdered(
  database: Executor,
  { callId, at }: { callId: string; at: Date },
): Promise<void> {
  await sql`update push.ringing_call set decline_ordered_at = ${at} where call_id = ${callId} and declined_at is not null`.execute(
    database,
  );
}

export async function forgetRingingCalls(database: Database, before: Date): Promise<void> {
  await sql`delete from push.ringing_call where expires_at < ${before}`.execute(database);
}

export async function deleteRingingOfAccounts(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  await sql`delete from push.ringing_call where account_id = any (${accountIds}::uuid[])`.execute(tx);
}

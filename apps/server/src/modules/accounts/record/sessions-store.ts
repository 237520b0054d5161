import { type RawBuilder, sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import { forgetSome } from '../../../platform/forgetting/forget-all.ts';
import type { Identity } from '../../../platform/http-server.ts';

export type EndedBecause =
  | 'signed_out'
  | 'password_changed'
  | 'password_reset'
  | 'token_reused'
  | 'operator'
  | 'account_closed'
  | 'never_confirmed';
/** Where a session is used: the network address, and what the browser says of itself. */
export type Client = { address: string; userAgent: string | null };
export type Session = { id: string; userId: string; accountId: string; remembered: boolean; startedAt: Date };

/** Begins a session with its first refresh token. */
export async function insertSession(
  tx: Transaction,
  session: {
    id: string;
    userId: string;
    remembered: boolean;
    client: Client;
    at: Date;
    expiresAt: Date;
    tokenHash: Buffer;
  },
): Promise<void> {
  const { address, userAgent } = session.client;
  await sql`insert into accounts.session (id, user_id, remembered, user_agent, address, created_at, last_seen_at, expires_at)
    values (${session.id}, ${session.userId}, ${session.remembered}, ${userAgent}, ${address}, ${session.at}, ${session.at},
      ${session.expiresAt})`.execute(tx);
  await insertToken(tx, { hash: session.tokenHash, sessionId: session.id, at: session.at });
}

/** Who a running session belongs to; null when it has ended, is past its end, or its account is closed. */
export async function findIdentity(database: Executor, sessionId: string, now: Date): Promise<Identity | null> {
  const { rows } = await sql<{ user_id: string; account_id: string; role: Identity['role'] }>`
    select u.id as user_id, u.account_id, u.role
    from accounts.session s
      join accounts.user u on u.id = s.user_id
      join accounts.account a on a.id = u.account_id
    where s.id = ${sessionId} and s.ended_at is null and s.expires_at > ${now} and a.state <> 'closed'`.execute(
    database,
  );
  const row = rows[0];
  if (row === undefined) return null;
  return { userId: row.user_id, accountId: row.account_id, sessionId, role: row.role };
}

/** Most users of an account whose browsers a call rings. */
const MOST_SIGNED_IN = 20;

/** A piece of another module's statement: the users of an open account who have a running session, by id: at most twenty. */
export const signedInUsersSql = (accountId: RawBuilder<string>, now: Date | RawBuilder<Date>) => sql<string[]>`array(
    select u.id from accounts.user u join accounts.account a on a.id = u.account_id
    where u.account_id = ${accountId} and a.state <> 'closed' and coalesce((
      select true from accounts.session s where s.user_id = u.id and s.ended_at is null and s.expires_at > ${now} limit 1), false)
    order by u.id limit ${MOST_SIGNED_IN})`;

/** The same by itself. */
export async function signedInUsers(database: Executor, accountId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ users: string[] }>`
    select ${signedInUsersSql(sql`${accountId}`, now)}::text[] as users`.execute(database);
  return rows[0]?.users ?? [];
}

/** Which of these sessions run: not ended, not past their end, of an open account. */
export async function runningSessions(
  database: Executor,
  { sessionIds, now }: { sessionIds: readonly string[]; now: Date },
): Promise<ReadonlySet<string>> {
  if (sessionIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select s.id from accounts.session s
      join accounts.user u on u.id = s.user_id
      join accounts.account a on a.id = u.account_id
    where s.id = any (${sessionIds}::uuid[]) and s.ended_at is null and s.expires_at > ${now} and a.state <> 'closed'`.execute(
    database,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Locks the running session that a refresh token belongs to; null for an unknown token or an ended session. */
export async function lockSessionOfToken(tx: Transaction, hash: Buffer, now: Date): Promise<Session | null> {
  return await lockSession(tx, sql`s.id = (select session_id from accounts.refresh_token where hash = ${hash})`, now);
}

/** Locks a running session whose cookie has never come back; null for any other. */
export async function lockSessionWithoutCookie(tx: Transaction, sessionId: string, now: Date): Promise<Session | null> {
  const session = await lockSession(tx, sql`s.id = ${sessionId}`, now);
  // Asked once it is locked: a refresh by the cookie may have been under way.
  const { rows: replaced } = await sql`
    select from accounts.refresh_token where session_id = ${sessionId} and replaced_at is not null limit 1`.execute(tx);
  return replaced.length > 0 ? null : session;
}

/** Whether the session that a refresh token belongs to runs. */
export async function runsSessionOfToken(database: Executor, hash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql<{ session_id: string }>`
    select session_id from accounts.refresh_token where hash = ${hash}`.execute(database);
  const running = await runningSessions(database, { sessionIds: rows.map((row) => row.session_id), now });
  return running.size > 0;
}

async function lockSession(tx: Transaction, which: RawBuilder<unknown>, now: Date): Promise<Session | null> {
  const { rows } = await sql<{
    id: string;
    user_id: string;
    account_id: string;
    remembered: boolean;
    created_at: Date;
  }>`
    select s.id, s.user_id, u.account_id, s.remembered, s.created_at
    from accounts.session s
      join accounts.user u on u.id = s.user_id
      join accounts.account a on a.id = u.account_id
    where ${which} and s.ended_at is null and s.expires_at > ${now} and a.state <> 'closed'
    for update of s`.execute(tx);
  const row = rows[0];
  if (row === undefined) return null;
  const { id, user_id: userId, account_id: accountId, remembered, created_at: startedAt } = row;
  return { id, userId, accountId, remembered, startedAt };
}

/** When a refresh token was replaced: null while it is its session's current one, absent when it is unknown. */
export async function findReplacedAt(tx: Transaction, hash: Buffer): Promise<Date | null | undefined> {
  const { rows } = await sql<{ replaced_at: Date | null }>`
    select replaced_at from accounts.refresh_token where hash = ${hash}`.execute(tx);
  return rows[0]?.replaced_at;
}

/** Puts the next refresh token in the place of the current one, moves the session's end, and notes where it is used. */
export async function replaceToken(
  tx: Transaction,
  change: { sessionId: string; replaced: Buffer; next: Buffer; client: Client; at: Date; expiresAt: Date },
): Promise<void> {
  await sql`update accounts.refresh_token set replaced_at = ${change.at} where hash = ${change.replaced}`.execute(tx);
  await insertToken(tx, { hash: change.next, sessionId: change.sessionId, at: change.at });
  await noteSessionUse(tx, change);
}

/** Moves a session's end, and notes when and where it is used. */
export async function noteSessionUse(
  tx: Transaction,
  use: { sessionId: string; client: Client; at: Date; expiresAt: Date },
): Promise<void> {
  await sql`update accounts.session set expires_at = ${use.expiresAt}, last_seen_at = ${use.at},
      address = ${use.client.address}, user_agent = coalesce(${use.client.userAgent}, user_agent)
    where id = ${use.sessionId}`.execute(tx);
}

/** Ends the session of a refresh token, whatever the token's age. Gives its id and user, or null. */
export async function endSessionOfToken(
  database: Executor,
  end: { hash: Buffer; at: Date; because: EndedBecause },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update accounts.session s set ended_at = ${end.at}, ended_because = ${end.because}
    from accounts.refresh_token t
    where t.hash = ${end.hash} and s.id = t.session_id and s.ended_at is null
    returning s.id`.execute(database);
  return rows[0]?.id ?? null;
}

/** Ends one session. An ended one stays as it is. */
export async function endSession(
  database: Executor,
  end: { sessionId: string; at: Date; because: EndedBecause },
): Promise<void> {
  await sql`update accounts.session set ended_at = ${end.at}, ended_because = ${end.because}
    where id = ${end.sessionId} and ended_at is null`.execute(database);
}

/** Ends every running session of a user, except one if it is named. Gives the ids of those that it ended. */
export async function endSessionsOfUser(
  tx: Transaction,
  end: { userId: string; except: string | null; at: Date; because: EndedBecause },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update accounts.session set ended_at = ${end.at}, ended_because = ${end.because}
    where user_id = ${end.userId} and ended_at is null and id is distinct from ${end.except}::uuid
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Ends every running session of every user of an account. Gives their ids. */
export async function endSessionsOfAccount(
  tx: Transaction,
  end: { accountId: string; at: Date; because: EndedBecause },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update accounts.session s set ended_at = ${end.at}, ended_because = ${end.because}
    from accounts.user u
    where u.account_id = ${end.accountId} and s.user_id = u.id and s.ended_at is null
    returning s.id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Removes sessions that ended or expired before `before`, with their tokens, some at a time; gives how many. */
export async function forgetSessions(database: Executor, before: Date): Promise<number> {
  return await forgetSome(database, 'accounts.session', sql`least(ended_at, expires_at) < ${before}`);
}

async function insertToken(tx: Transaction, token: { hash: Buffer; sessionId: string; at: Date }): Promise<void> {
  await sql`insert into accounts.refresh_token (hash, session_id, issued_at)
    values (${token.hash}, ${token.sessionId}, ${token.at})`.execute(tx);
}

/**
 * Removes refresh tokens that were replaced before `before`, some at a time; gives how many. Used again from then on, one is
 * unknown: it opens nothing and ends nothing.
 */
export async function forgetReplacedTokens(database: Executor, before: Date): Promise<number> {
  return await forgetSome(database, 'accounts.refresh_token', sql`replaced_at < ${before}`);
}

import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

/** A session as its user sees it. */
export type ListedSession = {
  id: string;
  userAgent: string | null;
  address: string | null;
  startedAt: Date;
  lastSeenAt: Date;
  isRemembered: boolean;
};

const MOST_LISTED = 100;
const MOST_DEVICES = 200;
const MOST_ADDRESSES = 50;

/** The running sessions of a user, the last seen first; at most 100. */
export async function sessionsOfUser(database: Executor, userId: string, now: Date): Promise<ListedSession[]> {
  const { rows } = await sql<ListedSession>`
    select id, user_agent as "userAgent", address, created_at as "startedAt", last_seen_at as "lastSeenAt",
      remembered as "isRemembered"
    from accounts.session
    where user_id = ${userId} and ended_at is null and expires_at > ${now}
    order by last_seen_at desc, id desc limit ${MOST_LISTED}`.execute(database);
  return rows;
}

/** Ends one running session of a user. False when they have no such session. */
export async function endSessionOfUser(
  database: Executor,
  end: { sessionId: string; userId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update accounts.session set ended_at = ${end.at}, ended_because = 'signed_out'
    where id = ${end.sessionId} and user_id = ${end.userId} and ended_at is null and expires_at > ${end.at}
    returning id`.execute(database);
  return rows.length > 0;
}

/** What the browsers said of themselves that a user has signed in with: those of sessions that are still remembered. */
export async function userAgentsOf(database: Executor, userId: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ user_agent: string | null }>`
    select user_agent from accounts.session where user_id = ${userId}
    group by user_agent order by max(created_at) desc limit ${MOST_DEVICES}`.execute(database);
  return rows.map((row) => row.user_agent);
}

/** Where sessions that are still remembered were last seen, of whoever signs in with this mail address; the latest 50. */
export async function addressesOf(database: Executor, email: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select s.address from accounts.session s join accounts.user u on u.id = s.user_id
    where lower(u.email) = lower(${email}) and s.address is not null
    group by s.address order by max(s.last_seen_at) desc limit ${MOST_ADDRESSES}`.execute(database);
  return rows.map((row) => row.address);
}

/** Where sessions of this user that are still remembered were last seen; the latest 50. */
export async function addressesOfUser(database: Executor, userId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from accounts.session where user_id = ${userId} and address is not null
    group by address order by max(last_seen_at) desc limit ${MOST_ADDRESSES}`.execute(database);
  return rows.map((row) => row.address);
}

import type { PushContent } from '@farline/contracts';
import { sql } from 'kysely';
import type { Database, Executor, Transaction } from '../../platform/database.ts';
import { NIL } from '../../platform/in-turn.ts';

/** A browser that is told of things while no page is open. */
export type PushBrowser = {
  id: string;
  userId: string;
  sessionId: string;
  userAgent: string | null;
  addedAt: Date;
  lastSentAt: Date | null;
};
export type NewPushBrowser = {
  id: string;
  userId: string;
  accountId: string;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  userAgent: string | null;
  at: Date;
};
/** What is to be told to all browsers of a user. */
export type NewPush = {
  userId: string;
  content: PushContent;
  topic: string;
  isUrgent: boolean;
  at: Date;
  dueAt: Date;
  expiresAt: Date;
};
/** A message that this process has taken for sending, and where it goes. */
export type DuePush = {
  id: string;
  subscriptionId: string;
  userId: string;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  topic: string;
  content: PushContent;
  isUrgent: boolean;
  expiresAt: Date;
  attempts: number;
};

/** The key of this installation; null: none was made yet. */
export async function findKey(database: Executor): Promise<{ publicKey: string; privateKey: Buffer } | null> {
  const { rows } = await sql<{ publicKey: string; privateKey: Buffer }>`
    select public_key as "publicKey", private_key as "privateKey" from push.key`.execute(database);
  return rows[0] ?? null;
}

/** Keeps a new key in the place of `former`, the public half of the one that was there. False when another was faster. */
export async function keepKey(
  tx: Transaction,
  key: { publicKey: string; privateKey: Buffer; former: string | null; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into push.key (public_key, private_key, made_at) values (${key.publicKey}, ${key.privateKey}, ${key.at})
    on conflict (is_only) do update set public_key = excluded.public_key, private_key = excluded.private_key, made_at = excluded.made_at
      where key.public_key = ${key.former}
    returning true`.execute(tx);
  return rows.length > 0;
}

/** Forgets every browser: what they trust is a key that is no more. */
export async function deleteAllSubscriptions(tx: Transaction): Promise<void> {
  await sql`delete from push.subscription`.execute(tx);
}

/** Waits for others who add browsers of the same user, to the end of the transaction. */
export async function lockBrowsersOf(tx: Transaction, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`push ${userId}`}, 0))`.execute(tx);
}

/** Whose an endpoint is, with the secrets of the browser that it leads to; null: nobody's. Locked. */
export async function lockEndpoint(
  tx: Transaction,
  endpoint: string,
): Promise<{ id: string; userId: string; p256dh: string; auth: string } | null> {
  const { rows } = await sql<{ id: string; userId: string; p256dh: string; auth: string }>`
    select id, user_id as "userId", p256dh, auth from push.subscription where endpoint = ${endpoint} for update`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Adds a browser. False when its endpoint, or its session, has one already. */
export async function insertSubscription(tx: Transaction, added: NewPushBrowser): Promise<boolean> {
  const { rows } = await sql`
    insert into push.subscription (id, user_id, account_id, session_id, endpoint, p256dh, auth, user_agent, added_at)
    values (${added.id}, ${added.userId}, ${added.accountId}, ${added.sessionId}, ${added.endpoint}, ${added.p256dh},
      ${added.auth}, ${added.userAgent}, ${added.at})
    on conflict do nothing returning true`.execute(tx);
  return rows.length > 0;
}

/** Ties a user's browser to the session that asks now. */
export async function moveSubscription(
  tx: Transaction,
  moved: { id: string; sessionId: string; userAgent: string | null },
): Promise<void> {
  await sql`update push.subscription set session_id = ${moved.sessionId}, user_agent = ${moved.userAgent}
    where id = ${moved.id}`.execute(tx);
}

/** Forgets what a session had, except one. */
export async function deleteOthersOfSession(tx: Transaction, sessionId: string, except: string | null): Promise<void> {
  await sql`delete from push.subscription where session_id = ${sessionId} and id is distinct from ${except}::uuid`.execute(
    tx,
  );
}

/** The browsers of a user, the last added first. They are few: no more than a user may have. */
export async function subscriptionsOf(database: Executor, userId: string): Promise<PushBrowser[]> {
  const { rows } = await sql<PushBrowser>`
    select id, user_id as "userId", session_id as "sessionId", user_agent as "userAgent", added_at as "addedAt",
      last_sent_at as "lastSentAt"
    from push.subscription where user_id = ${userId} order by added_at desc, id desc limit 100`.execute(database);
  return rows;
}

/** One after another, for looking whether their sessions run. */
export async function sessionsAfter(database: Executor, after: string | null, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select session_id as id from push.subscription where session_id > ${after ?? NIL}::uuid
    order by session_id limit ${most}`.execute(database);
  return rows.map(({ id }) => id);
}

/** Forgets the browsers of these sessions, and what is on its way to them. */
export async function deleteOfSessions(database: Executor, sessionIds: readonly string[]): Promise<void> {
  await sql`delete from push.subscription where session_id = any (${sessionIds}::uuid[])`.execute(database);
}

/** Forgets the browsers of these accounts. */
export async function deleteOfAccounts(tx: Transaction, accountIds: readonly string[]): Promise<void> {
  await sql`delete from push.subscription where account_id = any (${accountIds}::uuid[])`.execute(tx);
}

/** Forgets a browser of a user. False when they have no such. */
export async function deleteOfUser(
  database: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from push.subscription where id = ${id} and user_id = ${userId} returning true`.execute(database);
  return rows.length > 0;
}

export async function deleteSubscription(database: Executor, id: string): Promise<void> {
  await sql`delete from push.subscription where id = ${id}`.execute(database);
}

/** Puts a message in the queue for every browser of a user, in the place of one with the same topic that has not gone out. */
export async function insertMessages(tx: Executor, push: NewPush): Promise<void> {
  await sql`
    insert into push.message (id, subscription_id, topic, content, is_urgent, created_at, due_at, expires_at)
    select gen_random_uuid(), id, ${push.topic}, ${JSON.stringify(push.content)}::jsonb, ${push.isUrgent}, ${push.at},
      ${push.dueAt}, ${push.expiresAt}
    from push.subscription where user_id = ${push.userId}
    on conflict (subscription_id, topic) do update set id = excluded.id, content = excluded.content,
      is_urgent = excluded.is_urgent, created_at = excluded.created_at, due_at = excluded.due_at,
      expires_at = excluded.expires_at, attempts = 0`.execute(tx);
}

/**
 * Takes messages that are due, urgent ones first, at most `mostOfOne` of a user and none of `busy` ones; they come again at `againAt` unless
 * their sending is recorded.
 */
export async function takeDueMessages(
  database: Database,
  take: { most: number; mostOfOne: number; now: Date; againAt: Date; busy: readonly string[] },
): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`
    with due as (
      select m.id from push.message m join (
        select m.id, row_number() over (partition by s.user_id order by m.is_urgent desc, m.due_at) as place
        from push.message m join push.subscription s on s.id = m.subscription_id
        where m.due_at <= ${take.now} and s.user_id <> all (${take.busy}::uuid[])
      ) ranked on ranked.id = m.id
      where m.due_at <= ${take.now} and ranked.place <= ${take.mostOfOne}
      order by m.is_urgent desc, m.due_at limit ${take.most} for update of m skip locked
    ), taken as (
      update push.message m set attempts = attempts + 1, due_at = ${take.againAt} from due where m.id = due.id returning m.*
    )
    select t.id, t.subscription_id as "subscriptionId", s.user_id as "userId", s.session_id as "sessionId", s.endpoint, s.p256dh,
      s.auth, t.topic, t.content, t.is_urgent as "isUrgent", t.expires_at as "expiresAt", t.attempts
    from taken t join push.subscription s on s.id = t.subscription_id
    order by t.is_urgent desc, t.created_at`.execute(database);
  return rows;
}

export async function deleteMessage(database: Executor, id: string): Promise<void> {
  await sql`delete from push.message where id = ${id}`.execute(database);
}

/** A message went out: it is in the queue no more, and its browser was reached. */
export async function noteSent(
  database: Executor,
  sent: { id: string; subscriptionId: string; at: Date },
): Promise<void> {
  await sql`
    with gone as (delete from push.message where id = ${sent.id})
    update push.subscription set last_sent_at = ${sent.at} where id = ${sent.subscriptionId}`.execute(database);
}

export async function postponeMessage(
  database: Executor,
  { id, dueAt, attempts }: { id: string; dueAt: Date; attempts: number },
): Promise<void> {
  await sql`update push.message set due_at = ${dueAt}, attempts = ${attempts} where id = ${id}`.execute(database);
}

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database, Transaction } from './database.ts';
import { forgetSome } from './forgetting/forget-all.ts';
import type { HttpServer } from './http-server.ts';
import type { Work } from './work.ts';
import { newId } from './ids.ts';
import { Problem } from './problems.ts';
import { batched, BOUNDS_OF_REQUESTS, gathered } from './concurrency/batching.ts';

const KEY = /^[\x21-\x7e]{1,128}$/;
const ABANDONED_AFTER_MS = 60_000;
const MOST_AT_ONCE = 50;

const keyInvalid = () =>
  new Problem('idempotency_key_invalid', 400, 'The Idempotency-Key must have 1 to 128 printable characters.');
const keyReused = () =>
  new Problem('idempotency_key_reused', 409, 'This Idempotency-Key was already used for another request.');
const firstUnderWay = () =>
  new Problem('request_under_way', 409, 'The first request with this Idempotency-Key is still under way.', {
    retryAfterSeconds: 1,
  });

/**
 * Routes with `config: { idempotent: true }` accept an Idempotency-Key: per user and route the first answer is kept for
 * 24 h and given again; the same key with another body is refused. What was put off is not kept. Where nobody knows whether it was done, the
 * key stays with the id of its work: whoever runs it again finds under that what is done.
 */
export function addIdempotency(app: HttpServer, deps: { database: Database; clock: Clock }): void {
  const { database, clock } = deps;
  const mine = new WeakMap<FastifyRequest, Mine>();
  app.decorateRequest('work');
  const claimKey = batched({
    most: MOST_AT_ONCE,
    bounds: BOUNDS_OF_REQUESTS,
    aloneBy: nameOf,
    work: async (all: readonly Claim[]) => await claimKeys(database, all, clock.now()),
  });
  const keepAnswer = gathered({
    most: MOST_AT_ONCE,
    work: async (all: readonly Answered[]) => await keepAnswers(database, all, clock.now()),
  });

  app.addHook('preHandler', async (request, reply) => {
    const claim = readClaim(request, clock);
    if (claim === null) return;
    const kept = await claimKey(claim);
    if (kept === null) throw firstUnderWay();
    if ('work' in kept) {
      mine.set(request, { claim, ...kept, failedBy: null });
      request.work = kept.work;
      return;
    }
    if (kept.body_hash !== claim.bodyHash) throw keyReused();
    if (kept.status === null) throw firstUnderWay();
    return reply.status(kept.status).header('content-type', 'application/json').send(kept.reply);
  });

  // A Problem undoes what it refuses. Whatever else fails may have failed after the deed.
  app.addHook('onError', async (request, _reply, error) => {
    const one = mine.get(request);
    if (one !== undefined) one.failedBy = error instanceof Problem ? 'refusal' : 'fault';
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const one = mine.get(request);
    if (one === undefined) return payload;
    mine.delete(request);
    // What was done is done: the client hears of it, also when its second arrival will not.
    const answered = { ...one, status: reply.statusCode, payload: typeof payload === 'string' ? payload : null };
    await keepAnswer(answered).catch((error: unknown) =>
      request.log.error({ err: error, route: one.claim.route }, 'an answer could not be kept'),
    );
    return payload;
  });
}

/** `workId`: the id of its work, if nobody had the key before. */
type Claim = { userId: string; route: string; key: string; bodyHash: string; workId: string };

function readClaim(request: FastifyRequest, clock: Clock): Claim | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.routeOptions.config.idempotent !== true || request.identity === null) return null;
  if (typeof key !== 'string' || !KEY.test(key)) throw keyInvalid();
  return {
    userId: request.identity.userId,
    // The address and not the pattern: one key on two calls is two requests.
    route: `${request.method} ${request.url.split('?')[0] ?? ''}`,
    key,
    bodyHash: createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest('hex'),
    workId: newId(clock.now()),
  };
}

/** With `work` it is whoever asks who does it; null: the first request with it was put off between two looks. */
type Claimed = { work: Work; since: Date } | KeptAnswer | null;
type KeptAnswer = { body_hash: string; status: number | null; reply: string | null };
type Mine = { claim: Claim; work: Work; since: Date; failedBy: 'refusal' | 'fault' | null };

const columnsOf = (claims: readonly Claim[]) => sql`
  (select ${claims.map(({ userId }) => userId)}::uuid[]), (select ${claims.map(({ route }) => route)}::text[]),
  (select ${claims.map(({ key }) => key)}::text[])`;

/** Claims keys, of which no two are the same. One that was claimed before, and never answered for, keeps the id of its work. */
async function claimKeys(database: Database, claims: readonly Claim[], now: Date): Promise<Claimed[]> {
  const { rows } = await sql<{ user_id: string; route: string; key: string; work_id: string }>`
    insert into platform.idempotency as held (user_id, route, key, body_hash, work_id, started_at)
    select user_id, route, key, body_hash, work_id, ${now}::timestamptz
    from unnest(${columnsOf(claims)}, (select ${claims.map(({ bodyHash }) => bodyHash)}::text[]),
      (select ${claims.map(({ workId }) => workId)}::uuid[])) given (user_id, route, key, body_hash, work_id)
    order by user_id, route, key
    on conflict (user_id, route, key) do update
      set started_at = excluded.started_at, work_id = coalesce(held.work_id, excluded.work_id)
      where held.status is null and held.started_at < ${abandonedBy(now)} and held.body_hash = excluded.body_hash
    returning user_id, route, key, work_id`.execute(database);
  const mine = new Map(rows.map(({ user_id: userId, work_id: id, ...row }) => [nameOf({ userId, ...row }), id]));
  const workOfMine = (claim: Claim): Claimed => {
    const id = mine.get(nameOf(claim));
    return id === undefined ? null : { work: { id, mayBeDone: id !== claim.workId }, since: now };
  };
  const others = claims.filter((claim) => !mine.has(nameOf(claim)));
  if (others.length === 0) return claims.map(workOfMine);
  const held = await sql<KeptAnswer & { place: bigint }>`
    select place, body_hash, status, reply
    from unnest(${columnsOf(others)}) with ordinality given (user_id, route, key, place)
    join platform.idempotency kept using (user_id, route, key)`.execute(database);
  const kept = new Map(held.rows.map(({ place, ...row }) => [others[Number(place) - 1], row]));
  return claims.map((claim) => workOfMine(claim) ?? kept.get(claim) ?? null);
}

const nameOf = ({ userId, route, key }: Pick<Claim, 'userId' | 'route' | 'key'>) => [userId, route, key].join(' ');

const abandonedBy = (now: Date) => new Date(now.getTime() - ABANDONED_AFTER_MS);

type Answered = Mine & { status: number; payload: string | null };

/** What is to become of the key. `undone`: nothing was done, and it may come again as if for the first time. */
function endOf({ status, work, failedBy }: Answered): 'answered' | 'undone' | 'in_doubt' {
  if (failedBy !== 'fault' && status < 500 && status !== 429) return 'answered';
  // The run before this one may have done it.
  return failedBy === 'refusal' && !work.mayBeDone ? 'undone' : 'in_doubt';
}

/** Keeps answers for those who ask again. */
async function keepAnswers(database: Database, answered: readonly Answered[], now: Date): Promise<void> {
  const ended = (how: ReturnType<typeof endOf>) => answered.filter((one) => endOf(one) === how);
  const [undone, inDoubt, done] = [ended('undone'), ended('in_doubt'), ended('answered')];
  if (undone.length > 0) await letGo(database, undone);
  if (inDoubt.length > 0) await abandon(database, inDoubt, now);
  if (done.length === 0) return;
  // Locked in the order in which claims lock them: two that lock each other's keys would wait for one another.
  const columns = columnsOf(done.map(({ claim }) => claim));
  await sql`with locked as materialized (
      select user_id, route, key from platform.idempotency
      join unnest(${columns}) asked (user_id, route, key) using (user_id, route, key)
      order by user_id, route, key for no key update of idempotency)
    update platform.idempotency held set status = given.status, reply = given.reply
    from locked join unnest(${columns}, (select ${done.map(({ status }) => status)}::integer[]),
      (select ${done.map(({ payload }) => payload)}::text[])) given (user_id, route, key, status, reply)
        using (user_id, route, key)
    where held.user_id = given.user_id and held.route = given.route and held.key = given.key`.execute(database);
}

/** Forgets keys of which nothing was done; not one that somebody else has claimed since. */
async function letGo(database: Database, undone: readonly Answered[]): Promise<void> {
  await sql`delete from platform.idempotency held
    using unnest(${columnsOf(undone.map(({ claim }) => claim))}, (select ${undone.map(({ since }) => since)}::timestamptz[]))
      given (user_id, route, key, since)
    where held.user_id = given.user_id and held.route = given.route and held.key = given.key
      and held.status is null and held.started_at = given.since`.execute(database);
}

/** Whoever comes with one of these keys next runs its request again, at once; not with one that somebody else runs by now. */
async function abandon(database: Database, inDoubt: readonly Answered[], now: Date): Promise<void> {
  const past = new Date(abandonedBy(now).getTime() - 1);
  await sql`update platform.idempotency held set started_at = least(held.started_at, ${past}::timestamptz)
    from unnest(${columnsOf(inDoubt.map(({ claim }) => claim))}, (select ${inDoubt.map(({ since }) => since)}::timestamptz[]))
      given (user_id, route, key, since)
    where held.user_id = given.user_id and held.route = given.route and held.key = given.key
      and held.status is null and held.started_at = given.since`.execute(database);
}

/** Removes the answers to somebody's requests. One that is on its way is not kept then. */
export async function forgetAnswersTo(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await sql`delete from platform.idempotency where user_id = any (${userIds}::uuid[])`.execute(tx);
}

/** Removes answers older than 24 h, some at a time; gives how many. */
export async function forgetOldAnswers(database: Database, now: Date): Promise<number> {
  return await forgetSome(
    database,
    'platform.idempotency',
    sql`started_at < ${now}::timestamptz - interval '24 hours'`,
  );
}

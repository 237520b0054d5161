import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { forgetSome } from './forgetting/forget-all.ts';
import type { HttpServer } from './http-server.ts';
import { Problem } from './problems.ts';
import { answeredTogether, BOUNDS_OF_REQUESTS, gathered } from './side-by-side.ts';

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
 * 24 h and given again; the same key with another body is refused. An answer of 500 or more is not kept.
 */
export function addIdempotency(app: HttpServer, deps: { database: Database; clock: Clock }): void {
  const { database, clock } = deps;
  const claims = new WeakMap<FastifyRequest, Claim>();
  const claimKey = answeredTogether({
    most: MOST_AT_ONCE,
    bounds: BOUNDS_OF_REQUESTS,
    aloneBy: nameOf,
    work: async (all: readonly Claim[]) => await claimKeys(database, all, clock.now()),
  });
  const keepAnswer = gathered({
    most: MOST_AT_ONCE,
    work: async (all: readonly Answered[]) => await keepAnswers(database, all),
  });

  app.addHook('preHandler', async (request, reply) => {
    const claim = readClaim(request);
    if (claim === null) return;
    const kept = await claimKey(claim);
    if (kept === 'mine') {
      claims.set(request, claim);
      return;
    }
    if (kept === null) throw firstUnderWay();
    if (kept.body_hash !== claim.bodyHash) throw keyReused();
    if (kept.status === null) throw firstUnderWay();
    return reply.status(kept.status).header('content-type', 'application/json').send(kept.reply);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const claim = claims.get(request);
    if (claim === undefined) return payload;
    claims.delete(request);
    // What was done is done: the client hears of it, also when its second arrival will not.
    const answered = { claim, status: reply.statusCode, payload: typeof payload === 'string' ? payload : null };
    await keepAnswer(answered).catch((error: unknown) =>
      request.log.error({ err: error, route: claim.route }, 'an answer could not be kept'),
    );
    return payload;
  });
}

type Claim = { userId: string; route: string; key: string; bodyHash: string };

function readClaim(request: FastifyRequest): Claim | null {
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
  };
}

/** `mine`: nobody had it; null: the first request with it was answered with 500 or more between two looks. */
type Claimed = 'mine' | { body_hash: string; status: number | null; reply: string | null } | null;
type KeyRow = { place: bigint; body_hash: string; status: number | null; reply: string | null };

const columnsOf = (claims: readonly Claim[]) => sql`
  (select ${claims.map(({ userId }) => userId)}::uuid[]), (select ${claims.map(({ route }) => route)}::text[]),
  (select ${claims.map(({ key }) => key)}::text[])`;

/** Claims keys, of which no two are the same. */
async function claimKeys(database: Database, claims: readonly Claim[], now: Date): Promise<Claimed[]> {
  const abandoned = new Date(now.getTime() - ABANDONED_AFTER_MS);
  const { rows } = await sql<{ user_id: string; route: string; key: string }>`
    insert into platform.idempotency as held (user_id, route, key, body_hash, started_at)
    select user_id, route, key, body_hash, ${now}::timestamptz
    from unnest(${columnsOf(claims)}, (select ${claims.map(({ bodyHash }) => bodyHash)}::text[]))
      given (user_id, route, key, body_hash)
    order by user_id, route, key
    on conflict (user_id, route, key) do update set started_at = excluded.started_at
      where held.status is null and held.started_at < ${abandoned} and held.body_hash = excluded.body_hash
    returning user_id, route, key`.execute(database);
  const mine = new Set(rows.map(({ user_id: userId, ...row }) => nameOf({ userId, ...row })));
  const others = claims.filter((claim) => !mine.has(nameOf(claim)));
  if (others.length === 0) return claims.map(() => 'mine');
  const held = await sql<KeyRow>`
    select place, body_hash, status, reply
    from unnest(${columnsOf(others)}) with ordinality given (user_id, route, key, place)
    join platform.idempotency kept using (user_id, route, key)`.execute(database);
  const kept = new Map(held.rows.map(({ place, ...row }) => [others[Number(place) - 1], row]));
  return claims.map((claim) => (mine.has(nameOf(claim)) ? 'mine' : (kept.get(claim) ?? null)));
}

const nameOf = ({ userId, route, key }: Omit<Claim, 'bodyHash'>) => [userId, route, key].join(' ');

type Answered = { claim: Claim; status: number; payload: string | null };

/** Keeps answers for those who ask again. */
async function keepAnswers(database: Database, answered: readonly Answered[]): Promise<void> {
  const [failed, done] = [answered.filter(isFailed), answered.filter((one) => !isFailed(one))];
  if (failed.length > 0) {
    await sql`delete from platform.idempotency held using unnest(${columnsOf(failed.map(({ claim }) => claim))})
        given (user_id, route, key)
      where held.user_id = given.user_id and held.route = given.route and held.key = given.key
        and held.status is null`.execute(database);
  }
  if (done.length === 0) return;
  // Locked in the order in which claims lock them: two that lock each other's keys would wait for one another.
  await sql`with locked as materialized (
      select user_id, route, key from platform.idempotency
      join unnest(${columnsOf(done.map(({ claim }) => claim))}) asked (user_id, route, key) using (user_id, route, key)
      order by user_id, route, key for no key update of idempotency)
    update platform.idempotency held set status = given.status, reply = given.reply
    from locked join unnest(${columnsOf(done.map(({ claim }) => claim))}, (select ${done.map(({ status }) => status)}::integer[]),
      (select ${done.map(({ payload }) => payload)}::text[])) given (user_id, route, key, status, reply)
        using (user_id, route, key)
    where held.user_id = given.user_id and held.route = given.route and held.key = given.key`.execute(database);
}

const isFailed = ({ status }: Answered) => status >= 500;

/** Removes answers older than 24 h, some at a time; gives how many. */
export async function forgetOldAnswers(database: Database, now: Date): Promise<number> {
  return await forgetSome(
    database,
    'platform.idempotency',
    sql`started_at < ${now}::timestamptz - interval '24 hours'`,
  );
}

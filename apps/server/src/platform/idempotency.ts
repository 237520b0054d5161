import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { HttpServer } from './http-server.ts';
import { Problem } from './problems.ts';

const KEY = /^[\x21-\x7e]{1,128}$/;
const ABANDONED_AFTER_MS = 60_000;

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
  const claims = new WeakMap<FastifyRequest, Claim>();

  app.addHook('preHandler', async (request, reply) => {
    const claim = readClaim(request);
    if (claim === null) return;
    const kept = await claimKey(deps.database, claim, deps.clock.now());
    if (kept === 'mine') {
      claims.set(request, claim);
      return;
    }
    if (kept.body_hash !== claim.bodyHash) throw keyReused();
    if (kept.status === null) throw firstUnderWay();
    return reply.status(kept.status).header('content-type', 'application/json').send(kept.reply);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const claim = claims.get(request);
    if (claim === undefined) return payload;
    claims.delete(request);
    // What was done is done: the client hears of it, also when its second arrival will not.
    await keepAnswer(deps.database, claim, reply, typeof payload === 'string' ? payload : null).catch(
      (error: unknown) => request.log.error({ err: error, route: claim.route }, 'an answer could not be kept'),
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

async function claimKey(
  database: Database,
  claim: Claim,
  now: Date,
): Promise<'mine' | { body_hash: string; status: number | null; reply: string | null }> {
  const abandoned = new Date(now.getTime() - ABANDONED_AFTER_MS);
  const { rows } = await sql`
    insert into platform.idempotency as held (user_id, route, key, body_hash, started_at)
    values (${claim.userId}, ${claim.route}, ${claim.key}, ${claim.bodyHash}, ${now})
    on conflict (user_id, route, key) do update set started_at = excluded.started_at
      where held.status is null and held.started_at < ${abandoned} and held.body_hash = excluded.body_hash
    returning key`.execute(database);
  if (rows.length > 0) return 'mine';
  const held = await sql<{ body_hash: string; status: number | null; reply: string | null }>`
    select body_hash, status, reply from platform.idempotency
    where user_id = ${claim.userId} and route = ${claim.route} and key = ${claim.key}`.execute(database);
  const row = held.rows[0];
  // Removed between the two statements: a first answer of 500 or more.
  if (row === undefined) throw firstUnderWay();
  return row;
}

async function keepAnswer(
  database: Database,
  claim: Claim,
  reply: FastifyReply,
  payload: string | null,
): Promise<void> {
  if (reply.statusCode >= 500) {
    await sql`delete from platform.idempotency
      where user_id = ${claim.userId} and route = ${claim.route} and key = ${claim.key} and status is null`.execute(
      database,
    );
    return;
  }
  await sql`update platform.idempotency set status = ${reply.statusCode}, reply = ${payload}
    where user_id = ${claim.userId} and route = ${claim.route} and key = ${claim.key}`.execute(database);
}

/** Removes answers older than 24 h. */
export async function forgetOldAnswers(database: Database, now: Date): Promise<void> {
  await sql`delete from platform.idempotency where started_at < ${now}::timestamptz - interval '24 hours'`.execute(
    database,
  );
}

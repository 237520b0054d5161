import { statusRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { askedAtMost } from './asked-at-most.ts';
import { checkDatabase } from './check-database.ts';
import type { Reading } from './reading.ts';
import { reportStatus } from './report-status.ts';
import { type Synthesise, testSpeech } from './test-speech.ts';

const SPEECH_EVERY_MS = 5_000;
const DATABASE_EVERY_MS = 1_000;
const STATUS_EVERY_MS = 2_000;

export type StatusRoutesDeps = {
  database: Database;
  clock: Clock;
  synthesise: Synthesise;
  latest: () => Reading | null;
};

/** The status paths at the root, open to everyone: /polly-test, /db-test and /status. 503 when what they ask is failing. */
export function addStatusRoutes(app: FastifyInstance, deps: StatusRoutesDeps): void {
  const serve = serveRoutes(app, {});
  const { clock } = deps;
  const askSpeech = askedAtMost({ everyMs: SPEECH_EVERY_MS, clock }, async () => await testSpeech(deps));
  const askDatabase = askedAtMost({ everyMs: DATABASE_EVERY_MS, clock }, async () => await checkDatabase(deps));
  const askStatus = askedAtMost({ everyMs: STATUS_EVERY_MS, clock }, async () => await reportStatus(deps));

  serve(statusRoutes.speech, async (_request, reply) => await answer(reply, await askSpeech()));

  serve(statusRoutes.database, async (_request, reply) => await answer(reply, await askDatabase()));

  serve(statusRoutes.status, async (request, reply) => {
    reply.header('vary', 'accept, origin');
    if (request.headers.accept?.includes('text/html') !== true) return await answer(reply, await askStatus());
    reply.callNotFound();
    return reply;
  });
}

/** Another Farline's IVR page may ask us too: nothing here belongs to anybody. */
async function answer(reply: FastifyReply, body: { status: 'ok' | 'failing' }): Promise<FastifyReply> {
  if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*');
  reply.header('cache-control', 'no-store');
  return await reply.status(body.status === 'ok' ? 200 : 503).send(body);
}

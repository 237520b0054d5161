import { healthRoutes } from '@farline/contracts';
import type { Clock } from './clock.ts';
import { inTime } from './concurrency/in-time.ts';
import type { HttpServer } from './http-server.ts';
import { isLoopback } from './loopback.ts';
import type { Metrics } from './metrics.ts';
import { notFound } from './problems.ts';
import { serveRoutes } from './serve-routes.ts';

const CHECK_WITHIN_MS = 2_000;

/** `GET /health`: 200 while every check holds, 503 with the failing ones named. `GET /metrics`: the figures, to loopback only. */
export function addHealth(
  app: HttpServer,
  deps: { clock: Clock; metrics: Metrics; checks: Record<string, () => Promise<boolean>> },
): void {
  serveRoutes(app, {})(healthRoutes.health, async (_request, reply) => {
    const entries = await Promise.all(
      Object.entries(deps.checks).map(
        async ([name, check]) => [name, (await inTime(check, CHECK_WITHIN_MS)) === true ? 'ok' : 'failing'] as const,
      ),
    );
    // Open to every page, as /status is: it tells nothing of anybody.
    if (!reply.hasHeader('access-control-allow-origin')) reply.header('access-control-allow-origin', '*');
    const isHealthy = entries.every(([, state]) => state === 'ok');
    return await reply.status(isHealthy ? 200 : 503).send({
      status: isHealthy ? 'ok' : 'degraded',
      service: 'farline',
      time: deps.clock.now().toISOString(),
      checks: Object.fromEntries(entries),
    });
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const address = request.socket.remoteAddress ?? '';
    // Behind a proxy every visitor comes from loopback: the proxy's header tells.
    if (!isLoopback(address) || request.headers['x-forwarded-for'] !== undefined) throw notFound('This address');
    return await reply.header('content-type', deps.metrics.contentType).send(await deps.metrics.metrics());
  });
}

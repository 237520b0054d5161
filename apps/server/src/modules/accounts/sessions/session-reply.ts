import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { keptUserAgent } from './device.ts';
import { createRefreshCookies } from './refresh-cookie.ts';
import type { Client } from '../record/sessions-store.ts';
import type { StartedSession } from './start-session.ts';

/** Gives the answer that brings a session: its access token, and its refresh token in a cookie. */
export function sessionReply(deps: UseCaseDeps) {
  const cookies = createRefreshCookies(deps.settings);
  return async (response: FastifyReply, started: StartedSession & { userId: string }) => {
    const { token, expiresAt } = await deps.accessTokens.sign({ ...started, now: deps.clock.now() });
    cookies.set(response, started);
    response.header('cache-control', 'no-store');
    return { token, expiresAt: expiresAt.toISOString() };
  };
}

/** From where a request comes. */
export function clientOf(request: FastifyRequest): Client {
  return { address: request.ip, userAgent: keptUserAgent(request.headers['user-agent']) };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefreshCookie } from './start-session.ts';

const NAME = 'farline_refresh';
const PATH = '/api/v1/auth';

/** Where the refresh token travels: a cookie that no script reads and no other site sends. */
export type RefreshCookies = {
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, cookie: RefreshCookie): void;
  clear(reply: FastifyReply): void;
};

export function createRefreshCookies(options: { publicUrl: string }): RefreshCookies {
  const attributes = {
    path: PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: options.publicUrl.startsWith('https:'),
  } as const;
  return {
    read: (request) => {
      const token = request.cookies[NAME];
      return token === undefined || token === '' || token.length > 256 ? null : token;
    },
    set: (reply, { refreshToken, remembered, expiresAt }) => {
      // Without an end of its own, a cookie ends with the browser.
      reply.setCookie(NAME, refreshToken, remembered ? { ...attributes, expires: expiresAt } : attributes);
    },
    clear: (reply) => {
      reply.clearCookie(NAME, attributes);
    },
  };
}

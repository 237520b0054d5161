import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RefreshCookie } from './start-session.ts';

const PLAIN_NAME = 'farline_refresh';
/** A name with this prefix is taken over https alone (RFC 6265bis §4.1.3.1): nobody on the way plants a session. */
const SECURE_NAME = `__Secure-${PLAIN_NAME}`;
const PATH = '/api/v1/auth';

/** Where the refresh token travels: a cookie that no script reads and no other site sends. */
export type RefreshCookies = {
  read(request: FastifyRequest): string | null;
  set(reply: FastifyReply, cookie: RefreshCookie): void;
  clear(reply: FastifyReply): void;
};

export function createRefreshCookies(options: { publicUrl: string }): RefreshCookies {
  const isSecure = options.publicUrl.startsWith('https:');
  const name = isSecure ? SECURE_NAME : PLAIN_NAME;
  const attributes = {
    path: PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
  } as const;
  return {
    read: (request) => {
      const token = request.cookies[name];
      return token === undefined || token === '' || token.length > 256 ? null : token;
    },
    set: (reply, { refreshToken, remembered, expiresAt }) => {
      // Without an end of its own, a cookie ends with the browser.
      reply.setCookie(name, refreshToken, remembered ? { ...attributes, expires: expiresAt } : attributes);
    },
    clear: (reply) => {
      reply.clearCookie(name, attributes);
    },
  };
}

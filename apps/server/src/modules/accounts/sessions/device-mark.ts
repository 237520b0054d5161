import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tokenHash } from '../../../platform/token-hash.ts';
import { newToken } from '../record/tokens.ts';

const NAME = 'farline_device';
/** The longest that browsers keep a cookie (RFC 6265bis §5.5). */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** The mark of a browser that accounts are opened with: one trial for each. It says nothing but that it is the same one. */
export type DeviceMarks = {
  /** SHA-256 of the browser's mark; one that has none, or one that is not of our making, is given a new one. */
  of(request: FastifyRequest, reply: FastifyReply): Buffer;
};

export function createDeviceMarks(options: { publicUrl: string; key: Uint8Array }): DeviceMarks {
  const signed = (mark: string) => `${mark}.${createHmac('sha256', options.key).update(mark).digest('base64url')}`;
  const attributes = {
    path: '/api/v1/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure: options.publicUrl.startsWith('https:'),
    maxAge: KEPT_SECONDS,
  } as const;
  return {
    of: (request, reply) => {
      const sent = request.cookies[NAME] ?? '';
      const known = sent.split('.')[0] ?? '';
      const mark = isSame(sent, signed(known)) ? known : newToken();
      reply.setCookie(NAME, signed(mark), attributes);
      return tokenHash(mark);
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

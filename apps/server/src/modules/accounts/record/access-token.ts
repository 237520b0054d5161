import { SignJWT, jwtVerify } from 'jose';
import { z } from 'zod';
import { derivedKey } from '../../../platform/sealed.ts';

export const ACCESS_TOKEN_SECONDS = 15 * 60;
/** So long after its end a token still renews its session, for a client that has no other secret (decision 47). */
const RENEWAL_SECONDS = 60 * 60;

const ISSUER = 'farline';
/** A token comes with each request of its quarter of an hour: its signature is checked once. */
const MOST_REMEMBERED = 10_000;
const claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.int() });

export type AccessClaims = { userId: string; sessionId: string; expiresAt: Date };
export type AccessToken = { token: string; expiresAt: Date };

/** Signs and reads access tokens: JWT, HS256 (RFC 7519), 15 minutes. */
export type AccessTokens = {
  sign(signed: { userId: string; sessionId: string; now: Date }): Promise<AccessToken>;
  /** Null for anything that this server did not sign, or that is past its end. */
  read(token: string, now: Date): Promise<AccessClaims | null>;
  /** The same, up to an hour past the token's end: to renew or to end its session, never to open anything. */
  readForRenewal(token: string, now: Date): Promise<AccessClaims | null>;
};

export function createAccessTokens(secret: string): AccessTokens {
  const key = derivedKey(secret, 'access-token');
  const verified = new Map<string, AccessClaims>();

  const verify = async (token: string, now: Date, clockTolerance = 0): Promise<AccessClaims | null> => {
    const checks = { algorithms: ['HS256'], issuer: ISSUER, currentDate: now, clockTolerance };
    try {
      const { payload } = await jwtVerify(token, key, checks);
      const parsed = claims.safeParse(payload);
      if (!parsed.success) return null;
      const { sub, sid, exp } = parsed.data;
      return { userId: sub, sessionId: sid, expiresAt: new Date(exp * 1000) };
    } catch {
      return null; // Whatever is wrong with a token, its bearer is not signed in.
    }
  };

  return {
    async sign({ userId, sessionId, now }) {
      const issuedAt = Math.floor(now.getTime() / 1000);
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
      const token = await new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt: new Date(expiresAt * 1000) };
    },
    async read(token, now) {
      const known = verified.get(token);
      if (known !== undefined && known.expiresAt > now) return known;
      verified.delete(token);
      const read = await verify(token, now);
      if (read === null) return null;
      // A Map keeps the order of insertion: the first was verified longest ago.
      const [oldest] = verified.keys();
      if (verified.size >= MOST_REMEMBERED && oldest !== undefined) verified.delete(oldest);
      verified.set(token, read);
      return read;
    },
    readForRenewal: async (token, now) => await verify(token, now, RENEWAL_SECONDS),
  };
}

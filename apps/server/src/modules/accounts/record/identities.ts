import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Identity } from '../../../platform/http-server.ts';
import { unauthorized } from '../../../platform/problems.ts';
import type { AccessTokens } from './access-token.ts';
import { findIdentity } from './sessions-store.ts';

/** How long an ended session may go unnoticed by another server. This one notices its own at once. */
const REMEMBER_MS = 3_000;
const MOST_REMEMBERED = 20_000;

export type SignedIn = { identity: Identity; expiresAt: Date };

/** Who sends a request: the access token's signature, and its session, which may have ended since. */
export type Identities = {
  /** Null for a token that is not ours, is past its end, or whose session has ended. */
  authenticate(token: string): Promise<SignedIn | null>;
  /** An onRequest hook: sets `request.identity`, or refuses with 401. */
  requireUser(request: FastifyRequest): Promise<void>;
  /** An onRequest hook of open routes: sets `request.identity` when the sender is signed in. */
  knowUser(request: FastifyRequest): Promise<void>;
  /** The user whose token a request bears, by its signature alone, without asking the database; null: it bears none of ours. */
  signerOf(request: FastifyRequest): Promise<string | null>;
  /** The user whose token it is, in the same way. */
  signerOfToken(token: string): Promise<string | null>;
  /** Whether the session of somebody who was signed in still runs. */
  isSignedIn(identity: Identity): Promise<boolean>;
  /** Has the next request look at these sessions anew: they have just ended. */
  forget(sessionIds: string[]): void;
};

type Claims = Awaited<ReturnType<AccessTokens['read']>>;

export function createIdentities(deps: { database: Database; clock: Clock; accessTokens: AccessTokens }): Identities {
  const sessions = rememberSessions(async (id, now) => await findIdentity(deps.database, id, now));
  const claimed = new WeakMap<FastifyRequest, Promise<Claims>>();

  const signedIn = async (claims: Claims): Promise<SignedIn | null> => {
    if (claims === null) return null;
    const identity = await sessions.identityOf(claims.sessionId, deps.clock.now());
    if (identity === null || identity.userId !== claims.userId) return null;
    return { identity, expiresAt: claims.expiresAt };
  };

  /** What a request's token says, whose signature is checked once, however many ask. */
  const claimsOf = async (request: FastifyRequest): Promise<Claims> => {
    const known = claimed.get(request);
    if (known !== undefined) return await known;
    const token = bearerToken(request);
    const read = token === null ? Promise.resolve(null) : deps.accessTokens.read(token, deps.clock.now());
    claimed.set(request, read);
    return await read;
  };

  const identify = async (request: FastifyRequest): Promise<Identity | null> =>
    (await signedIn(await claimsOf(request)))?.identity ?? null;

  return {
    authenticate: async (token) => await signedIn(await deps.accessTokens.read(token, deps.clock.now())),
    requireUser: async (request) => {
      request.identity = await identify(request);
      if (request.identity === null) throw unauthorized();
    },
    knowUser: async (request) => {
      request.identity = await identify(request);
    },
    signerOf: async (request) => (await claimsOf(request))?.userId ?? null,
    signerOfToken: async (token) => (await deps.accessTokens.read(token, deps.clock.now()))?.userId ?? null,
    isSignedIn: async ({ sessionId }) => (await sessions.identityOf(sessionId, deps.clock.now())) !== null,
    forget: sessions.forget,
  };
}

/** Whose sessions they are, as `find` says, for some seconds. Who asks while a session is being looked for waits for the same answer. */
function rememberSessions(find: (sessionId: string, now: Date) => Promise<Identity | null>) {
  const remembered = new Map<string, { identity: Identity; untilMs: number }>();
  /** Somebody's twenty windows ask at the same moment. What is forgotten meanwhile is nobody's to remember. */
  const looked = new Map<string, Promise<Identity | null>>();

  const remember = (sessionId: string, identity: Identity | null, now: Date) => {
    remembered.delete(sessionId);
    if (identity === null) return;
    // A Map keeps the order of insertion: the first is the one that was looked at longest ago.
    const oldest = remembered.size >= MOST_REMEMBERED ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
    remembered.set(sessionId, { identity, untilMs: now.getTime() + REMEMBER_MS });
  };
  return {
    identityOf: async (sessionId: string, now: Date): Promise<Identity | null> => {
      const known = remembered.get(sessionId);
      if (known !== undefined && known.untilMs > now.getTime()) return known.identity;
      const looking = looked.get(sessionId) ?? find(sessionId, now);
      looked.set(sessionId, looking);
      try {
        const identity = await looking;
        if (looked.get(sessionId) === looking) remember(sessionId, identity, now);
        return identity;
      } finally {
        if (looked.get(sessionId) === looking) looked.delete(sessionId);
      }
    },
    forget: (sessionIds: readonly string[]) => {
      for (const id of sessionIds) {
        remembered.delete(id);
        looked.delete(id);
      }
    },
  };
}

/** The token of the header `Authorization: Bearer …` (RFC 6750 §2.1), or null. */
export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer +([A-Za-z0-9._~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

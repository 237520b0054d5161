import { inTransaction, type Transaction } from '../../../platform/database.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { sessionEnded } from '../record/accounts-problems.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import { tokenHash } from '../../../platform/token-hash.ts';
import { nextRefreshToken } from '../record/tokens.ts';
import {
  endSession,
  findReplacedAt,
  lockSessionWithoutCookie,
  lockSessionOfToken,
  type Client,
  replaceToken,
  type Session,
  noteSessionUse,
} from '../record/sessions-store.ts';
import { type StartedSession, sessionEnd, sessionEndWithoutCookie } from './start-session.ts';

/** A replaced token stays good for so long: two tabs, or an answer that was lost, may use it again. */
const GRACE_MS = 30_000;
const MOST_STEPS = 100;

/**
 * Gives the next refresh token for the current one. A token that was replaced a moment ago gets the one that took its
 * place; one that was replaced longer ago (and is not forgotten, after 30 days) has been stolen, from or by its bearer: its
 * whole session ends.
 */
export async function refreshSession(
  deps: UseCaseDeps,
  request: { refreshToken: string } & Client,
): Promise<StartedSession & { userId: string }> {
  const now = deps.clock.now();
  const outcome = await inTransaction(deps.database, async (tx) => {
    const session = await lockSessionOfToken(tx, tokenHash(request.refreshToken), now);
    if (session === null) return { refreshed: false, ended: null } as const;
    const refreshToken = await follow(deps, tx, { session, token: request.refreshToken, client: request, now });
    if (refreshToken === null) {
      await endSession(tx, { sessionId: session.id, at: now, because: 'token_reused' });
      await recordAuditEvent(tx, {
        at: now,
        actor: 'system',
        action: 'session.token_reused',
        accountId: session.accountId,
        subject: session.userId,
        address: request.address,
        after: { endedSession: session.id },
      });
      return { refreshed: false, ended: session.id } as const;
    }
    return { refreshed: true, session, refreshToken } as const;
  });
  // Thrown after the commit: a refusal inside would undo the end of the session.
  if (!outcome.refreshed) {
    if (outcome.ended !== null) deps.identities.forget([outcome.ended]);
    throw sessionEnded();
  }
  const { id: sessionId, userId, remembered } = outcome.session;
  return {
    sessionId,
    userId,
    remembered,
    refreshToken: outcome.refreshToken,
    expiresAt: sessionEnd(outcome.session, now),
  };
}

/**
 * Renews a session by its access token alone, for clients that keep no cookie (decision 47). Refused once the session's cookie
 * has been used: whoever has it shows it.
 */
export async function renewSession(
  deps: UseCaseDeps,
  request: { sessionId: string; client: Client },
): Promise<{ sessionId: string; userId: string }> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const session = await lockSessionWithoutCookie(tx, request.sessionId, now);
    if (session === null) throw sessionEnded();
    await noteSessionUse(tx, {
      sessionId: session.id,
      client: request.client,
      at: now,
      expiresAt: sessionEndWithoutCookie(session, now),
    });
    return { sessionId: session.id, userId: session.userId };
  });
}

/** The token that the bearer of `token` goes on with; null when that was replaced too long ago. */
async function follow(
  deps: UseCaseDeps,
  tx: Transaction,
  from: { session: Session; token: string; client: Client; now: Date },
): Promise<string | null> {
  const { session, token, client, now } = from;
  const next = nextRefreshToken(token, deps.refreshKey);
  const replacedAt = await findReplacedAt(tx, tokenHash(token));
  if (replacedAt === null) {
    const [replaced, hash] = [tokenHash(token), tokenHash(next)];
    const expiresAt = sessionEnd(session, now);
    await replaceToken(tx, { sessionId: session.id, replaced, next: hash, client, at: now, expiresAt });
    return next;
  }
  if (replacedAt === undefined || now.getTime() - replacedAt.getTime() > GRACE_MS) return null;

  let current = next;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if ((await findReplacedAt(tx, tokenHash(current))) === null) return current;
    current = nextRefreshToken(current, deps.refreshKey);
  }
  // Only a changed server secret breaks the chain: nothing tells this bearer from a thief.
  return null;
}

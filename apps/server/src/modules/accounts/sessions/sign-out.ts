import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { tokenHash } from '../../../platform/token-hash.ts';
import { endSession, endSessionOfToken } from '../record/sessions-store.ts';

/** Ends the session of the refresh token and of the access token, as far as they are known. Never refuses: a token past its
 * end, which might still renew its session, ends it too. */
export async function signOut(
  deps: Pick<UseCaseDeps, 'database' | 'clock' | 'accessTokens' | 'identities'>,
  request: { refreshToken: string | null; accessToken: string | null },
): Promise<void> {
  const now = deps.clock.now();
  const end = { at: now, because: 'signed_out' } as const;
  if (request.accessToken !== null) {
    const claims = await deps.accessTokens.readForRenewal(request.accessToken, now);
    if (claims !== null) {
      await endSession(deps.database, { sessionId: claims.sessionId, ...end });
      deps.identities.forget([claims.sessionId]);
    }
  }
  if (request.refreshToken !== null) {
    const ended = await endSessionOfToken(deps.database, { hash: tokenHash(request.refreshToken), ...end });
    if (ended !== null) deps.identities.forget([ended]);
  }
}

import { RequestError } from './http.ts';
import { sendRequest } from './send-request.ts';
import { withLock } from '../page/with-lock.ts';
import { clearToken, readToken, replaceToken, watchToken } from './session-token.ts';
import { tokenToKeep } from './token-life.ts';

const REFRESH_BEFORE_END_MS = 60_000;
const RETRY_MS = 10_000;

/** A token that is good for the next request, or null when signed out. Refreshes first if the stored one has ended. */
export async function freshToken(): Promise<string | null> {
  const stored = readToken();
  if (stored === null) return null;
  if (stored.expiresAtMs > Date.now() + 2_000) return stored.token;
  await refreshSession();
  return readToken()?.token ?? null;
}

/**
 * Exchanges the refresh cookie for a new access token. One tab does it, by Web Lock; the others find its result. Where there are none, the
 * refresh token's 30 s of grace must do.
 * A refusal by the server ends the session; no network leaves it as it is and throws.
 */
export async function refreshSession(): Promise<void> {
  await withLock('farline.refresh', async () => {
    const stored = readToken();
    if (stored === null || stored.expiresAtMs > Date.now() + REFRESH_BEFORE_END_MS) return;
    // They may have left meanwhile, or somebody else may have come: the answer is about neither.
    const isStillKept = (): boolean => readToken()?.token === stored.token;
    const askedAtMs = Date.now();
    try {
      const reply = await sendRequest('POST /auth/refresh', undefined, { authorization: `Bearer ${stored.token}` });
      if (isStillKept()) replaceToken(tokenToKeep(reply, askedAtMs));
    } catch (error) {
      if (error instanceof RequestError && error.status === 401 && isStillKept()) clearToken('refused');
      throw error;
    }
  });
}

/** Refreshes a minute before the token's end, for as long as the page lives. Timers sleep with the machine: waking looks again. */
export function keepSessionFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = (): void => {
    clearTimeout(timer);
    const stored = readToken();
    if (stored === null) return;
    const waitMs = Math.max(0, stored.expiresAtMs - Date.now() - REFRESH_BEFORE_END_MS);
    timer = setTimeout(refresh, waitMs);
  };
  const refresh = (): void => {
    refreshSession().then(schedule, () => {
      clearTimeout(timer);
      if (readToken() !== null) timer = setTimeout(refresh, RETRY_MS);
    });
  };
  const wake = (): void => {
    if (document.visibilityState === 'visible') schedule();
  };
  document.addEventListener('visibilitychange', wake);
  globalThis.addEventListener('online', schedule);
  const stopWatching = watchToken(schedule);
  schedule();
  return () => {
    clearTimeout(timer);
    stopWatching();
    document.removeEventListener('visibilitychange', wake);
    globalThis.removeEventListener('online', schedule);
  };
}

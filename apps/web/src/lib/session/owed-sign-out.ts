import { sendRequest } from '../api/send-request.ts';
import { readToken } from '../api/session-token.ts';
import { withLock } from '../page/with-lock.ts';
import { isSignOutOwed, keepMark, OWED, settle } from './sign-out-mark.ts';

const TRY_AGAIN_MS = 15_000;
let tryAgain: ReturnType<typeof setTimeout> | undefined;

/** Has the server end the session whose sign-out it has not heard of, now or when it answers again. The cookie says which one that is. */
export async function endOwedSession(): Promise<void> {
  if (isSignOutOwed()) await withLock(OWED, tellOwed);
}

/** For whoever has the lock. */
export async function tellOwed(): Promise<void> {
  clearTimeout(tryAgain);
  const mark = localStorage.getItem(OWED);
  if (mark === null) return;
  // Whoever has signed in since then has a cookie of their own, in the place of the one that this was about.
  if (readToken() !== null) return settle(mark);
  try {
    await sendRequest('POST /auth/logout', undefined, {});
    settle(mark);
  } catch {
    tellLater();
  }
}

function tellLater(): void {
  clearTimeout(tryAgain);
  tryAgain = setTimeout(() => void endOwedSession(), TRY_AGAIN_MS);
}

/** What is owed, and no longer is; null: nothing. */
export function takeOwed(): string | null {
  clearTimeout(tryAgain);
  const mark = localStorage.getItem(OWED);
  localStorage.removeItem(OWED);
  return mark;
}

/** What was taken is owed after all. */
export function oweAgain(mark: string): void {
  keepMark(mark);
  tellLater();
}

/** The server has not heard of a sign-out: it's told again, and until then nothing is pushed here. The next sign-in of the same user subscribes anew. */
export async function leaveWithoutServer(): Promise<void> {
  tellLater();
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

globalThis.addEventListener('online', () => void endOwedSession());

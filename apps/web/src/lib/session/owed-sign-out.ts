import { newKey } from '../api/api-client.ts';
import { sendRequest } from '../api/send-request.ts';
import { readToken } from '../api/session-token.ts';
import { withLock } from '../page/with-lock.ts';
import { withLockAtMost } from '../page/with-lock-at-most.ts';

/** In local storage from a press of "Sign out" until the server has ended the session. It does not say whose that was. */
const KEY = 'farline.leaving';
const TRY_AGAIN_MS = 15_000;
/** Whoever signs in waits no longer for another tab that tells the server of it. */
const TAB_ASLEEP_AFTER_MS = 3_000;
let tryAgain: ReturnType<typeof setTimeout> | undefined;

/** Notes that the server has still to end a session. Gives what takes that back, once it has. */
export function oweSignOut(): () => void {
  const mark = newKey();
  keep(mark);
  return () => settle(mark);
}

/** Where there is no room for it nothing is owed: whoever leaves has left here all the same. */
function keep(mark: string): void {
  try {
    localStorage.setItem(KEY, mark);
  } catch (error) {
    console.warn('The sign-out will not be made again', error);
  }
}

export const isSignOutOwed = (): boolean => localStorage.getItem(KEY) !== null;

/** Has the server end the session whose sign-out it has not heard of, now or when it answers again. The cookie says which one that is. */
export async function endOwedSession(): Promise<void> {
  if (isSignOutOwed()) await withLock(KEY, tell);
}

async function tell(): Promise<void> {
  clearTimeout(tryAgain);
  const mark = localStorage.getItem(KEY);
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

function settle(mark: string): void {
  if (localStorage.getItem(KEY) === mark) localStorage.removeItem(KEY);
}

/**
 * Sends what begins a session. A sign-out that is still owed goes before it, and is not sent while it is on its way nor after it: it would
 * end the session that this brings.
 */
export async function beginSession<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  let owed = null as string | null;
  if (isSignOutOwed()) {
    await withLockAtMost(TAB_ASLEEP_AFTER_MS, KEY, async () => {
      await tell();
      clearTimeout(tryAgain);
      owed = localStorage.getItem(KEY);
      localStorage.removeItem(KEY);
    });
  }
  try {
    return await send();
  } catch (error) {
    if (owed !== null && readToken() === null) {
      keep(owed);
      tellLater();
    }
    throw error;
  }
}

/** The server has not heard of a sign-out: it's told again, and until then nothing is pushed here. The next sign-in of the same user subscribes anew. */
export async function leaveWithoutServer(): Promise<void> {
  tellLater();
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

globalThis.addEventListener('online', () => void endOwedSession());

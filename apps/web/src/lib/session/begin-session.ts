import { readToken } from '../api/session-token.ts';
import { withLockAtMost } from '../page/with-lock-at-most.ts';
import { oweAgain, takeOwed, tellOwed } from './owed-sign-out.ts';
import { isSignOutOwed, OWED } from './sign-out-mark.ts';

/** Whoever signs in waits no longer for another tab that tells the server of a sign-out. */
const TAB_ASLEEP_AFTER_MS = 3_000;

/**
 * Sends what begins a session. A sign-out that is still owed goes before it, and is not sent while it is on its way nor after it: it would
 * end the session that this brings.
 */
export async function beginSession<Reply>(send: () => Promise<Reply>): Promise<Reply> {
  let owed = null as string | null;
  if (isSignOutOwed()) {
    await withLockAtMost(TAB_ASLEEP_AFTER_MS, OWED, async () => {
      await tellOwed();
      owed = takeOwed();
    });
  }
  try {
    return await send();
  } catch (error) {
    if (owed !== null && readToken() === null) oweAgain(owed);
    throw error;
  }
}

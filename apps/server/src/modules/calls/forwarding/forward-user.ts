import { isId } from '../../../platform/ids.ts';

const PREFIX = 'forward-';

/** Whom the engine knows the call bridge by while it forwards a call: credentials for it are good for this one call. */
export const forwardUser = (incomingCallId: string): string => `${PREFIX}${incomingCallId}`;

/** The call that came in and is to be forwarded; null for any other user. */
export function incomingCallOf(user: string): string | null {
  if (!user.startsWith(PREFIX)) return null;
  const callId = user.slice(PREFIX.length);
  return isId(callId) ? callId : null;
}

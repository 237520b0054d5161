import { createHmac } from 'node:crypto';

export type SipCredentials = { username: string; password: string; expiresAt: Date };

const VALID_MS = 10 * 60_000;

/**
 * Short-lived SIP credentials in the form that Kamailio's auth_ephemeral checks: the username is `<unix expiry>:<user id>`,
 * the password the base64 HMAC-SHA1 of it under the shared secret. Good for placing calls, not for anything longer.
 */
export function sipCredentials(userId: string, secret: string, now: Date): SipCredentials {
  const expirySeconds = Math.floor((now.getTime() + VALID_MS) / 1000);
  const username = `${expirySeconds}:${userId}`;
  const password = createHmac('sha1', secret).update(username).digest('base64');
  return { username, password, expiresAt: new Date(expirySeconds * 1000) };
}

import { createHmac } from 'node:crypto';

export type SipCredentials = { username: string; password: string; expiresAt: Date; lastsSeconds: number };

const VALID_SECONDS = 10 * 60;

/**
 * Short-lived SIP credentials in the form that Kamailio's auth_ephemeral checks: the username is `<unix expiry>:<user id>`,
 * the password the base64 HMAC-SHA1 of it under the shared secret. Good for placing calls, not for anything longer.
 */
export function sipCredentials(userId: string, secret: string, now: Date): SipCredentials {
  const expirySeconds = Math.floor(now.getTime() / 1000) + VALID_SECONDS;
  const username = `${expirySeconds}:${userId}`;
  const password = createHmac('sha1', secret).update(username).digest('base64');
  return { username, password, expiresAt: new Date(expirySeconds * 1000), lastsSeconds: VALID_SECONDS };
}

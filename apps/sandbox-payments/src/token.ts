import { randomBytes } from 'node:crypto';

/** A name that nobody can guess. */
export function newToken(kind: string): string {
  return `${kind}_${randomBytes(18).toString('base64url')}`;
}

/** Whether a month as on a card, `MM/YY`, is over: a card is good to the end of its month. */
export function isPast(expires: string, now: Date): boolean {
  const [month, year] = expires.split('/').map(Number);
  return Date.UTC(2000 + (year ?? 0), month ?? 0) <= now.getTime();
}

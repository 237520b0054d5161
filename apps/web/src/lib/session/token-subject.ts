import { subjectOf } from '../api/token-life.ts';

/** Whether an access token, a JWT (RFC 7519), says that it is another user's. What cannot be read says nothing. */
export function isOfAnother(token: string, userId: string): boolean {
  const subject = subjectOf(token);
  return subject !== null && subject !== userId;
}

/** Whether a token is of this user, for certain. */
export function isOf(token: string, userId: string): boolean {
  return subjectOf(token) === userId;
}

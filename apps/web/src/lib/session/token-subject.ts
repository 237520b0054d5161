/** Whether an access token, a JWT (RFC 7519), says that it is another user's. What cannot be read says nothing. */
export function isOfAnother(token: string, userId: string): boolean {
  const subject = subjectOf(token);
  return subject !== null && subject !== userId;
}

/** Whether a token is of this user, for certain. */
export function isOf(token: string, userId: string): boolean {
  return subjectOf(token) === userId;
}

/** Whose token it says it is; null where that cannot be read. */
export function subjectOf(token: string): string | null {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { sub }: { sub?: unknown } = JSON.parse(atob(base64)) as object;
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

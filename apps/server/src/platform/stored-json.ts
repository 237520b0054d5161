/** A value as the text of a `jsonb`. Half a surrogate pair becomes U+FFFD: PostgreSQL refuses it in one. */
export function storedJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part));
}

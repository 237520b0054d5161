/** A value as the text of a `jsonb`. Half a surrogate pair becomes U+FFFD: PostgreSQL refuses it in one. */
export function storedJson(value: unknown): string {
  const text = JSON.stringify(value);
  // Written as an escape, and as nothing else: to look at each text by itself takes many times as long.
  if (!text.includes(String.raw`\ud`)) return text;
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part));
}

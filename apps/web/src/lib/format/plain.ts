/** A text as people type it who look for it: small letters, no accents, no points and apostrophes. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}|[.'’]/gu, '')
    .toLowerCase()
    .trim();
}

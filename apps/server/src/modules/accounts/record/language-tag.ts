/** A BCP 47 tag in its canonical form; null for what is none, or for none. */
export function languageTag(given: string | undefined): string | null {
  if (given === undefined) return null;
  try {
    return Intl.getCanonicalLocales(given)[0] ?? null;
  } catch {
    return null;
  }
}

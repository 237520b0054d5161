/** What stands in the search field, what it last searched for, and what the address bar said last. */
export interface SearchText {
  typed: string;
  asked: string;
  said: string;
}

/** The longest text that is searched for, in UTF-16 code units. */
export const SEARCH_TEXT_MAX = 60;

/** The field on a page whose address searches for this. */
export const firstSearchText = (said: string): SearchText => ({ typed: said, asked: said, said });

/** The field after the address bar says something: what did not come from the field is taken over, and not searched for again. */
export function hearAddress(text: SearchText, said: string): SearchText {
  if (said === text.said) return text;
  return said === text.asked ? { ...text, said } : firstSearchText(said);
}

/** What the field has yet to search for; null when it is searched for already. */
export function toSearch({ typed, asked }: SearchText): string | null {
  const wanted = typed.slice(0, SEARCH_TEXT_MAX).trim();
  return wanted === asked ? null : wanted;
}

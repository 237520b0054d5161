/** Of more words than these, the last ones are looked for as they stand, one after another. */
const MOST_WORDS = 5;

/** What each stands somewhere in what is found: the words that somebody searched for, and what they put in quotation marks as it stands. */
export function searchedWords(searched: string): string[] {
  const found = [...searched.matchAll(/["“”]([^"“”]+)(?:["“”]|$)|(\S+)/gu)];
  const words = found.map(([, phrase, word]) => (phrase ?? word ?? '').trim()).filter((word) => word !== '');
  if (words.length === 0) return [searched];
  if (words.length <= MOST_WORDS) return words;
  return [...words.slice(0, MOST_WORDS - 1), words.slice(MOST_WORDS - 1).join(' ')];
}

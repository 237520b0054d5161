// What nobody sees within a word: soft hyphens, zero-width spaces and joiners, marks of direction, variation selectors, tags.
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A text as its reader takes it: without what nobody sees, and full-width, drawn and ligated letters as the usual ones (NFKC). */
export function plainText(text: string): string {
  return text.replace(UNSEEN, '').normalize('NFKC').replace(UNSEEN, '');
}

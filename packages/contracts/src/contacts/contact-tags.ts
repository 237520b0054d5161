import { z } from 'zod';

/** How many tags a contact has at most, and of how many characters each. */
export const TAG_LIMITS = { each: 10, length: 30 } as const;

/** The commas that part tags: the Latin, the Arabic, the ideographic and the full-width one. */
export const TAG_COMMAS = ',،、，';

/** One word or a few; a comma parts it from the next where they are written in one line. */
const tag = z
  .string({ error: 'A tag is a word' })
  .trim()
  .min(1, 'A tag has at least one character')
  .max(TAG_LIMITS.length, `A tag has at most ${TAG_LIMITS.length} characters`)
  .regex(new RegExp(`^[^${TAG_COMMAS}\\p{Cc}]*$`, 'u'), 'A tag has no comma in it');

/** In the order in which they were written, none twice, whatever its case. */
export const tags = z
  .array(tag, { error: 'Tags are words' })
  .transform(eachTagOnce)
  .pipe(z.array(z.string()).max(TAG_LIMITS.each, `A contact has at most ${TAG_LIMITS.each} tags`));

/** The tags of a line such as `supplier, Paris`. */
export const tagsOfLine = (line: string): string[] => eachTagOnce(line.split(new RegExp(`[${TAG_COMMAS}]`)));

/** Those that are not empty, without blanks around them; of those that differ in case alone, the first. */
export function eachTagOnce(written: readonly string[]): string[] {
  const seen = new Set<string>();
  return written
    .map((one) => one.trim())
    .filter((one) => {
      const isNew = one !== '' && !seen.has(one.toLowerCase());
      seen.add(one.toLowerCase());
      return isNew;
    });
}

import { z } from 'zod';

/** How many tags a contact has at most, and of how many characters each. */
export const TAG_LIMITS = { each: 10, length: 30 } as const;

/** One word or a few; a comma parts it from the next where they are written in one line. */
const tag = z
  .string({ error: 'A tag is a word' })
  .trim()
  .min(1, 'A tag has at least one character')
  .max(TAG_LIMITS.length, `A tag has at most ${TAG_LIMITS.length} characters`)
  .regex(/^[^,\p{Cc}]*$/u, 'A tag has no comma in it');

/** In the order in which they were written, none twice, whatever its case. */
export const tags = z
  .array(tag, { error: 'Tags are words' })
  .transform(eachOnce)
  .pipe(z.array(z.string()).max(TAG_LIMITS.each, `A contact has at most ${TAG_LIMITS.each} tags`));

/** The tags of a line such as `supplier, Paris`: those between commas that are not empty, each once. */
export function tagsOfLine(line: string): string[] {
  return eachOnce(
    line
      .split(',')
      .map((written) => written.trim())
      .filter((written) => written !== ''),
  );
}

/** Whatever its case, the first of them. */
function eachOnce(written: readonly string[]): string[] {
  const seen = new Set<string>();
  return written.filter((one) => {
    const isNew = !seen.has(one.toLowerCase());
    seen.add(one.toLowerCase());
    return isNew;
  });
}

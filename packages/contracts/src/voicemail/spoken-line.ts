import { z } from 'zod';
import { isPlainLine } from '../plain-line.ts';

/** What is read out, in one line. One character may stand for a whole sentence (U+FDFA), and all of it is spoken: it counts as that. */
export const spokenLine = (most: number, isMissing: string) => {
  const tooLong = `At most ${most} characters`;
  return (
    z
      .string()
      .trim()
      .min(1, isMissing)
      // Nothing more is asked of what is too long: to put thousands of accents on one letter in order takes the square of their number.
      .max(most, { error: tooLong, abort: true })
      .refine((text) => text.normalize('NFKC').length <= most, tooLong)
      .refine(isPlainLine, 'Write it in one line')
  );
};

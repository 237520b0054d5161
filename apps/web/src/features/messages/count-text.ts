import { replacementFor, segmentText } from '@farline/sms';
import type { Counted } from './composing.ts';

/** How many parts a text goes in; the first character that shortens them, and a look-alike that does not. */
export function countText(text: string): Counted {
  const { encoding, parts, left, forcedBy } = segmentText(text);
  return {
    encoding,
    segments: parts.length,
    left,
    forcedBy:
      forcedBy === null ? null : { character: forcedBy.character, replacement: replacementFor(forcedBy.character) },
  };
}

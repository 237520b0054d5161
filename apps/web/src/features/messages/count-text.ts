import type { MessagePreview } from '@farline/contracts/messages/messages';
import { replacementFor, segmentText } from '@farline/sms';
import type { Counted } from './composing.ts';

/**
 * How many parts a text goes in; the first character that shortens them, and a look-alike that does not. `writes`: what its carriers write,
 * where that is known.
 */
export function countText(text: string, writes?: MessagePreview['writes']): Counted {
  const { encoding, parts, left, forcedBy } = segmentText(text, writes);
  return {
    encoding,
    segments: parts.length,
    left,
    forcedBy:
      forcedBy === null ? null : { character: forcedBy.character, replacement: replacementFor(forcedBy.character) },
  };
}

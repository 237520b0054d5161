import type { MessagePreview } from '@farline/contracts/messages/messages';
import { replacementFor, segmentText } from '@farline/sms';

/** How many parts a text goes in, and what decides it. */
export interface Counted {
  encoding: 'gsm-7' | 'ucs-2';
  segments: number;
  /** What still fits into the last. */
  left: number;
  forcedBy: { character: string; replacement: string | null } | null;
}

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

/** The text with another character, wherever the first stands. */
export function replaced(text: string, character: string, replacement: string): string {
  return text.replaceAll(character, () => replacement);
}

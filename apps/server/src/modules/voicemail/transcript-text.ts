import { TRANSCRIPT_MOST_CHARACTERS } from '@farline/contracts';

/** Control characters, and those that turn the direction of what stands around them (UAX #9). */
const UNSHOWN = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;
const CUT = '…';

/** What a service wrote down, as it is kept: one paragraph of well-formed text, within the bound. */
export function transcriptText(said: string): string {
  const plain = said.toWellFormed().replaceAll(UNSHOWN, ' ').replaceAll(/\s+/gu, ' ').trim();
  if (plain.length <= TRANSCRIPT_MOST_CHARACTERS) return plain;
  const kept = plain.slice(0, TRANSCRIPT_MOST_CHARACTERS - CUT.length);
  // Half a pair of surrogates is left out with the rest.
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}${CUT}`;
}

import { type NationalLanguage, type Segments, segmentText } from '@farline/sms';
import type { MessageRecord } from './message-record.ts';

/** What a carrier writes beside UCS-2: national tables of these languages, and whether Latin-1 in the place of the GSM alphabet. */
export type Alphabets = { nationalShift: readonly NationalLanguage[]; isLatin1: boolean };

/** A text in parts, each with a reference of so many bits. */
export type CutText = Segments & { referenceBits: 8 | 16 };

/** As much of a carrier as matters here. */
type Writing = { writes: Alphabets };

/** What all of these carriers write: whichever of them is given a text, it has as many segments. */
export function alphabetsOf(carriers: readonly Writing[]): Alphabets {
  const [first, ...others] = carriers.map(({ writes }) => writes);
  if (first === undefined) return { nationalShift: [], isLatin1: false };
  return {
    nationalShift: first.nationalShift.filter((language) =>
      others.every(({ nationalShift }) => nationalShift.includes(language)),
    ),
    isLatin1: first.isLatin1 || others.some(({ isLatin1 }) => isLatin1),
  };
}

/**
 * A message in the segments that were sold; null: what its carriers write has changed since, and it would go in others. A reference of 16
 * bits takes room for a character: it is used where that makes no segment more.
 */
export function cutAsSold(
  { text, encoding, segments, isPractice }: Pick<MessageRecord, 'text' | 'encoding' | 'segments' | 'isPractice'>,
  carriers: readonly (Writing & { isSandbox: boolean })[],
): CutText | null {
  const alphabets = alphabetsOf(carriers.filter(({ isSandbox }) => isSandbox === isPractice));
  for (const referenceBits of [16, 8] as const) {
    // Everybody takes UCS-2: what was sold so goes so, even where it could be shorter by now.
    const cut = segmentText(text, { ...alphabets, referenceBits, isUcs2: encoding === 'ucs-2' });
    if (cut.parts.length === segments && cut.encoding === encoding) return { ...cut, referenceBits };
  }
  return null;
}

import type { NationalShift } from './national-alphabets.ts';

/** What a header says before the text of a part. `referenceBits` is null where the message is one part. */
export type HeaderContent = { referenceBits: 8 | 16 | null; shift: NationalShift | null };

const OCTETS_OF_A_PART = 140;

/** Octets of the user data header with its length octet, 3GPP TS 23.040 §9.2.3.24; 0 if there is nothing to say. */
export function headerOctets({ referenceBits, shift }: HeaderContent): number {
  const concatenation = referenceBits === null ? 0 : referenceBits === 8 ? 5 : 6;
  const elements = concatenation + (shift?.single === true ? 3 : 0) + (shift?.locking === true ? 3 : 0);
  return elements === 0 ? 0 : 1 + elements;
}

/** Units that a part has room for after its header: septets of the GSM alphabet, or UTF-16 units. */
export function partRoom(encoding: 'gsm-7' | 'ucs-2', header: HeaderContent): number {
  const octets = OCTETS_OF_A_PART - headerOctets(header);
  return encoding === 'gsm-7' ? Math.floor((octets * 8) / 7) : Math.floor(octets / 2);
}

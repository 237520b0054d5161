import { decodeGsm7 } from './gsm-7.ts';
import { decodeLatin1 } from './latin-1.ts';
import { languageOf, NATIONAL_TABLES, type NationalShift } from './national-alphabets.ts';
import { headerOctets } from './part-room.ts';
import { decodeUcs2 } from './ucs-2.ts';

export type Concatenation = { reference: number; total: number; number: number };

/** Alphabets of SMPP alone, by their labels in the WHATWG's Encoding Standard. */
type LabelledEncoding = 'iso-8859-5' | 'iso-8859-8' | 'iso-2022-jp' | 'euc-kr';

/** How the text lies in the octets; `gsm-7` is one septet an octet, as SMPP has it. */
export type UserDataEncoding = 'gsm-7' | 'latin-1' | 'ucs-2' | LabelledEncoding;

export type UserData = {
  /**
   * Without NUL. Half of a surrogate pair stays: senders cut emoji between two parts, and the other half is in the next. Whoever has put the
   * parts together makes it well-formed.
   */
  text: string;
  concatenation: Concatenation | null;
  nationalShift: NationalShift | null;
  /** Application ports (3GPP TS 23.040 §9.2.3.24.3 and 4): the text is for a program, 2948 for the notice of an MMS. */
  ports: { destination: number; source: number } | null;
  /** What is wrong with the header; it is then passed over as a whole (§9.2.3.24), or all of it is text. */
  error: 'header_past_the_end' | 'element_past_the_header' | null;
};

type Header = Pick<UserData, 'concatenation' | 'nationalShift' | 'ports' | 'error'>;

const NO_HEADER: Header = { concatenation: null, nationalShift: null, ports: null, error: null };
const CONCATENATION_8 = 0x00;
const PORTS_8 = 0x04;
const PORTS_16 = 0x05;
const CONCATENATION_16 = 0x08;
const SINGLE_SHIFT = 0x24;
const LOCKING_SHIFT = 0x25;

/** The text and the header of a message as it came (3GPP TS 23.040 §9.2.3.24). Never throws, whatever the octets are. */
export function readUserData(
  bytes: Uint8Array,
  { hasHeader, encoding }: { hasHeader: boolean; encoding: UserDataEncoding },
): UserData {
  const headerLength = hasHeader && bytes.length > 0 ? 1 + (bytes[0] ?? 0) : 0;
  if (headerLength > bytes.length) {
    return { ...NO_HEADER, text: withoutNul(decode(bytes, encoding, null)), error: 'header_past_the_end' };
  }
  const header = headerLength === 0 ? NO_HEADER : readElements(bytes.subarray(1, headerLength));
  return { ...header, text: withoutNul(decode(bytes.subarray(headerLength), encoding, header.nationalShift)) };
}

/**
 * The header of a part with its length octet, or no octets if it has nothing to say. A part that `segmentText` cut for a
 * reference of 8 bits (153 septets, 67 units) has no room for one of 16: `referenceBits` is the same in both. Of 8 bits, the
 * lowest of the reference are written. Throws a RangeError for numbers that do not fit.
 */
export function writeUserDataHeader(header: {
  concatenation: Concatenation | null;
  referenceBits: 8 | 16;
  nationalShift?: NationalShift | null;
}): Uint8Array {
  const { concatenation, referenceBits, nationalShift: shift = null } = header;
  const length = headerOctets({ referenceBits: concatenation === null ? null : referenceBits, shift });
  if (length === 0) return new Uint8Array();

  const elements: number[] = [];
  if (concatenation !== null) elements.push(...concatenationElement(concatenation, referenceBits));
  if (shift?.single === true) elements.push(SINGLE_SHIFT, 1, NATIONAL_TABLES[shift.language].identifier);
  if (shift?.locking === true) elements.push(LOCKING_SHIFT, 1, NATIONAL_TABLES[shift.language].identifier);
  return Uint8Array.from([length - 1, ...elements]);
}

function concatenationElement({ reference, total, number }: Concatenation, referenceBits: 8 | 16): number[] {
  if (!isWhole(reference, 0, 0xffff) || !isWhole(total, 1, 0xff) || !isWhole(number, 1, total)) {
    throw new RangeError('A message has at most 255 parts, numbered from 1, and a reference of 16 bits.');
  }
  if (referenceBits === 8) return [CONCATENATION_8, 3, reference & 0xff, total, number];
  return [CONCATENATION_16, 4, reference >> 8, reference & 0xff, total, number];
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function readElements(bytes: Uint8Array): Header {
  let header = NO_HEADER;
  for (let at = 0; at < bytes.length; ) {
    const [identifier = 0, length = 0] = bytes.subarray(at, at + 2);
    const value = bytes.subarray(at + 2, at + 2 + length);
    if (at + 2 > bytes.length || value.length < length) return { ...NO_HEADER, error: 'element_past_the_header' };
    header = { ...header, ...readElement(identifier, value, header) };
    at += 2 + length;
  }
  return header;
}

/** What an element changes. One of a length that it cannot have is unknown, and unknown ones change nothing. */
function readElement(identifier: number, value: Uint8Array, header: Header): Partial<Header> {
  const [first = 0, second = 0, third = 0, fourth = 0] = value;
  switch (`${identifier} ${value.length}`) {
    case `${CONCATENATION_8} 3`:
      return concatenated({ reference: first, total: second, number: third });
    case `${CONCATENATION_16} 4`:
      return concatenated({ reference: (first << 8) | second, total: third, number: fourth });
    case `${PORTS_8} 2`:
      return { ports: { destination: first, source: second } };
    case `${PORTS_16} 4`:
      return { ports: { destination: (first << 8) | second, source: (third << 8) | fourth } };
    case `${SINGLE_SHIFT} 1`:
      return shifted(header.nationalShift, first, 'single');
    case `${LOCKING_SHIFT} 1`:
      return shifted(header.nationalShift, first, 'locking');
    default:
      return {};
  }
}

/** §9.2.3.24.1: an element with a part 0, or with one past the total, is passed over. */
function concatenated(concatenation: Concatenation): Partial<Header> {
  return concatenation.number === 0 || concatenation.number > concatenation.total ? {} : { concatenation };
}

/** A language without a table leaves the default one in place, as a phone that does not know it does. */
function shifted(before: NationalShift | null, identifier: number, table: 'single' | 'locking'): Partial<Header> {
  const language = languageOf(identifier);
  if (language === null) return {};
  const kept = before?.language === language ? before : { language, single: false, locking: false };
  return { nationalShift: { ...kept, [table]: true } };
}

function decode(content: Uint8Array, encoding: UserDataEncoding, shift: NationalShift | null): string {
  switch (encoding) {
    case 'gsm-7':
      return decodeGsm7(content, shift);
    case 'latin-1':
      return decodeLatin1(content);
    case 'ucs-2':
      return decodeUcs2(content);
    case 'iso-8859-5':
    case 'iso-8859-8':
    case 'iso-2022-jp':
    case 'euc-kr':
      return new TextDecoder(encoding).decode(content);
  }
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

import { encodeGsm7, encodeLatin1, encodeUcs2, writeUserDataHeader } from '@farline/sms';
import { MOST_SHORT_OCTETS, PLAIN_MESSAGE, type ShortMessage, type SmppAddress, TLV } from '@farline/smpp';
import type { BindSettings, MessagePart } from './bind.ts';

const RECEIPT_OF_ANY_END = 1;
const HAS_HEADER = 0x40;
const DEFAULT_ALPHABET = 0x00;
const UCS_2 = 0x08;
const LONGEST_SECONDS = 30 * 86_400;
/** What one segment has room for (3GPP TS 23.040 §9.2.3.24). */
const SEGMENT = { septets: 160, octets: 140 };

/** What most carriers want (SMPP 3.4 §5.2.5, §5.2.6). */
const USUAL_ADDRESS_TYPES = {
  international: { ton: 1, npi: 1 },
  short: { ton: 3, npi: 0 },
  alphanumeric: { ton: 5, npi: 0 },
};

type Settings = Pick<BindSettings, 'alphabet' | 'longMessages' | 'addressTypes'>;

/** A part as this carrier wants it written. Throws RangeError for a text or an address that cannot be written at all. */
export function writeSubmit(part: MessagePart, settings: Settings): ShortMessage {
  const { dataCoding, octets } = encodeText(part, settings.alphabet);
  const header = headerOf(part, settings.longMessages);
  const userData = Buffer.concat([header, octets]);
  const types = { ...USUAL_ADDRESS_TYPES, ...settings.addressTypes };
  const isPayload = userData.length > MOST_SHORT_OCTETS || isCutByCarrier(part, settings, { dataCoding, octets });
  return {
    ...PLAIN_MESSAGE,
    source: addressOf(part.from, types),
    destination: addressOf(part.to, types),
    esmClass: header.length > 0 ? HAS_HEADER : 0,
    validFor: relativeTime(part.validForSeconds),
    registeredDelivery: RECEIPT_OF_ANY_END,
    dataCoding,
    octets: isPayload ? new Uint8Array() : userData,
    tlvs: new Map([
      ...sarOf(part, settings.longMessages),
      ...(isPayload ? [[TLV.messagePayload, userData] as const] : []),
    ]),
  };
}

/** What is to be cut goes in message_payload: in short_message some carriers take no more than a segment, or drop what is beyond it. */
function isCutByCarrier(
  { concatenation, text }: MessagePart,
  { longMessages, alphabet }: Settings,
  { dataCoding, octets }: { dataCoding: number; octets: Uint8Array },
): boolean {
  if (longMessages !== 'payload' || concatenation !== null) return false;
  if (dataCoding === UCS_2) return octets.length > SEGMENT.octets;
  // The carrier sends Latin-1 on in the alphabet of telephones.
  return (alphabet === 'gsm-7' ? octets : encodeGsm7(text, null)).length > SEGMENT.septets;
}

/** Where data_coding 0 is Latin-1, a text that this lacks letters for goes as UCS-2, as long as that is. */
function encodeText(part: MessagePart, alphabet: Settings['alphabet']): { dataCoding: number; octets: Uint8Array } {
  if (part.encoding === 'ucs-2') return { dataCoding: UCS_2, octets: encodeUcs2(part.text) };
  if (alphabet === 'gsm-7') return { dataCoding: DEFAULT_ALPHABET, octets: encodeGsm7(part.text, part.nationalShift) };
  const latin = encodeLatin1(part.text);
  return latin === null
    ? { dataCoding: UCS_2, octets: encodeUcs2(part.text) }
    : { dataCoding: DEFAULT_ALPHABET, octets: latin };
}

/** National tables are named in the header alone, so a part that uses them is numbered there as well. */
const isNumberedByTlvs = (part: MessagePart, kind: Settings['longMessages']) =>
  kind === 'sar' && part.nationalShift === null;

function headerOf(part: MessagePart, kind: Settings['longMessages']): Uint8Array {
  return writeUserDataHeader({
    concatenation: isNumberedByTlvs(part, kind) ? null : part.concatenation,
    referenceBits: part.concatenation?.referenceBits ?? 8,
    nationalShift: part.nationalShift,
  });
}

/** SMPP 3.4 §5.3.2.22 to 24. */
function sarOf(part: MessagePart, kind: Settings['longMessages']): (readonly [number, Uint8Array])[] {
  if (part.concatenation === null || !isNumberedByTlvs(part, kind)) return [];
  const { reference, total, number } = part.concatenation;
  return [
    [TLV.sarReference, Uint8Array.of(reference >> 8, reference & 0xff)],
    [TLV.sarTotal, Uint8Array.of(total)],
    [TLV.sarNumber, Uint8Array.of(number)],
  ];
}

function addressOf(number: string, types: typeof USUAL_ADDRESS_TYPES): SmppAddress {
  if (/^\+[0-9]{1,15}$/.test(number)) return { ...types.international, text: number.slice(1) };
  if (/^[0-9]{1,20}$/.test(number)) return { ...types.short, text: number };
  if (/^[\x20-\x2a\x2c-\x7e]{1,11}$/.test(number)) return { ...types.alphanumeric, text: number };
  throw new RangeError('A sender is a number, or eleven letters at most.');
}

/** A relative time (SMPP 3.4 §7.1.1): years and months stay nought, since none has a fixed length. */
function relativeTime(seconds: number): string {
  const whole = Math.min(LONGEST_SECONDS, Math.max(1, Math.floor(seconds)));
  const [days, hours, minutes] = [whole / 86_400, (whole % 86_400) / 3600, (whole % 3600) / 60].map(Math.floor);
  return `0000${[days, hours, minutes, whole % 60].map((part) => String(part).padStart(2, '0')).join('')}000R`;
}

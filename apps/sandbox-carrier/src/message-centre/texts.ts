import {
  type Concatenation,
  encodeGsm7,
  encodeUcs2,
  readUserData,
  segmentText,
  type UserDataEncoding,
  writeUserDataHeader,
} from '@farline/sms';
import { PLAIN_MESSAGE, type ShortMessage, type SmppAddress, TLV } from '@farline/smpp';

const HAS_HEADER = 0x40;
const IS_RECEIPT = 0x04;
const UCS_2 = 0x08;
const ENCODINGS: Record<number, UserDataEncoding> = { 0: 'gsm-7', 1: 'latin-1', 3: 'latin-1', [UCS_2]: 'ucs-2' };
const INTERNATIONAL = { ton: 1, npi: 1 };
const PORT_OF_MMS = [0x05, 0x04, 0x0b, 0x84, 0x23, 0xf0];

/** The text of a message as a telephone would show it, and which part of it this is. */
export function readSubmitted(message: ShortMessage): { text: string; concatenation: Concatenation | null } {
  const octets = message.octets.length > 0 ? message.octets : (message.tlvs.get(TLV.messagePayload) ?? message.octets);
  const hasHeader = (message.esmClass & HAS_HEADER) !== 0;
  const { text, concatenation } = readUserData(octets, {
    hasHeader,
    encoding: ENCODINGS[message.dataCoding] ?? 'latin-1',
  });
  return { text, concatenation: concatenation ?? sarOf(message) };
}

function sarOf({ tlvs }: ShortMessage): Concatenation | null {
  const [high, low] = tlvs.get(TLV.sarReference) ?? [];
  const [total] = tlvs.get(TLV.sarTotal) ?? [];
  const [number] = tlvs.get(TLV.sarNumber) ?? [];
  if (high === undefined || low === undefined || total === undefined || number === undefined) return null;
  return { reference: high * 256 + low, total, number };
}

/** E.164 with plus where the address says that it is international. */
export function numberOf({ ton, text }: SmppAddress): string {
  return ton === INTERNATIONAL.ton && !text.startsWith('+') ? `+${text}` : text;
}

const addressOf = (number: string): SmppAddress => ({ ...INTERNATIONAL, text: number.replace(/^\+/, '') });

/** A text from a telephone in the parts that it takes, in order. `reference` is of the parts of one text. */
export function partsOf(written: { from: string; to: string; text: string; reference: number }): ShortMessage[] {
  const { encoding, parts } = segmentText(written.text, { referenceBits: 16 });
  const total = parts.length;
  return parts.map((text, index) => {
    const concatenation = total === 1 ? null : { reference: written.reference, total, number: index + 1 };
    const header = writeUserDataHeader({ concatenation, referenceBits: 16 });
    return {
      ...PLAIN_MESSAGE,
      source: addressOf(written.from),
      destination: addressOf(written.to),
      esmClass: header.length > 0 ? HAS_HEADER : 0,
      dataCoding: encoding === 'ucs-2' ? UCS_2 : 0,
      octets: Buffer.concat([header, encoding === 'ucs-2' ? encodeUcs2(text) : encodeGsm7(text)]),
    };
  });
}

/** The notice of an MMS (OMA MMS encapsulation, by WAP push to port 2948): octets that are no text. */
export function mmsNotice(written: { from: string; to: string }): ShortMessage {
  return {
    ...PLAIN_MESSAGE,
    source: addressOf(written.from),
    destination: addressOf(written.to),
    esmClass: HAS_HEADER,
    dataCoding: 0x04,
    octets: Buffer.from([PORT_OF_MMS.length, ...PORT_OF_MMS, 0x01, 0x06, 0x03, 0xbe, 0xaf, 0x84, 0x8c, 0x82]),
  };
}

export type ReceiptFacts = { messageId: string; isDelivered: boolean; takenAt: Date; doneAt: Date; text: string };

/** A delivery receipt, as text (SMPP 3.4 appendix B) and as parameters. */
export function receiptFor(message: ShortMessage, facts: ReceiptFacts): ShortMessage {
  const { messageId, isDelivered } = facts;
  const words = [
    `id:${messageId}`,
    'sub:001',
    `dlvrd:${isDelivered ? '001' : '000'}`,
    `submit date:${dateText(facts.takenAt)}`,
    `done date:${dateText(facts.doneAt)}`,
    `stat:${isDelivered ? 'DELIVRD' : 'UNDELIV'}`,
    `err:${isDelivered ? '000' : '001'}`,
    `text:${facts.text.slice(0, 20).replaceAll(/[^\x20-\x7e]/g, '.')}`,
  ].join(' ');
  return {
    ...PLAIN_MESSAGE,
    source: message.destination,
    destination: message.source,
    esmClass: IS_RECEIPT,
    dataCoding: 0x03,
    octets: Buffer.from(words, 'latin1'),
    tlvs: new Map([
      [TLV.receiptedMessageId, Buffer.from(`${messageId}\0`, 'latin1')],
      [TLV.messageState, Uint8Array.of(isDelivered ? 2 : 5)],
    ]),
  };
}

/** YYMMDDhhmm, in UTC. */
const dateText = (at: Date) => at.toISOString().replaceAll(/\D/g, '').slice(2, 12);

import {
  type Concatenation,
  readDeliveryReceipt,
  readUserData,
  type UserData,
  type UserDataEncoding,
} from '@farline/sms';
import { type ShortMessage, type SmppAddress, TLV, type Tlvs } from '@farline/smpp';
import type { BindSettings, CarrierReceipt, ReceivedPart } from './bind.ts';
import { idOfReceipt } from './message-ids.ts';

/** What a carrier delivered. `unreadable` would be so again if it were repeated. */
export type Delivery =
  | { kind: 'receipt'; receipt: CarrierReceipt }
  | { kind: 'received'; part: ReceivedPart }
  | { kind: 'unreadable'; why: string };

type Settings = Pick<BindSettings, 'alphabet' | 'messageIds'>;

/** Types of a message in esm_class (SMPP 3.4 §5.2.12). */
const TYPE_BITS = 0x3c;
const ORDINARY = 0x00;
const RECEIPT = 0x04;
const INTERMEDIATE_NOTICE = 0x20;
const HAS_HEADER = 0x40;

/** Reads deliver_sm or data_sm. Never throws, whatever its octets are. */
export function readDelivery(message: ShortMessage, settings: Settings): Delivery {
  const type = message.esmClass & TYPE_BITS;
  const octets = message.octets.length > 0 ? message.octets : (message.tlvs.get(TLV.messagePayload) ?? message.octets);
  const hasHeader = (message.esmClass & HAS_HEADER) !== 0;
  const encoding = encodingOf(message.dataCoding, settings.alphabet);
  const userData = readUserData(octets, { hasHeader, encoding: isUnread(encoding) ? 'latin-1' : encoding });
  if (type === RECEIPT || type === INTERMEDIATE_NOTICE || hasReceiptTlvs(message.tlvs)) {
    const text = userData.text.toWellFormed();
    const fields = encoding === 'gsm-7' ? fieldsOf(contentOf(octets, hasHeader), text) : text;
    return readAsDeliveryReceipt(message, { text, fields, kind: settings.messageIds });
  }
  if (type !== ORDINARY) return { kind: 'unreadable', why: `esm_class ${message.esmClass} is no message for us` };
  return { kind: 'received', part: partOf(message, { ...userData, encoding, content: contentOf(octets, hasHeader) }) };
}

/**
 * Some carriers mark a receipt by its parameters alone, which nobody can write from a telephone. A text that only looks like a
 * receipt is a text: whoever writes one delivers nothing.
 */
const hasReceiptTlvs = (tlvs: Tlvs) => tlvs.has(TLV.receiptedMessageId) && tlvs.has(TLV.messageState);

/**
 * What a receipt says before it quotes its message. Many carriers write that in ASCII and mark it as the GSM alphabet, which has § in the
 * place of an underscore; who writes in the GSM alphabet has a control character of ASCII there.
 */
function fieldsOf(content: Uint8Array, text: string): string {
  const ascii = Buffer.from(content).toString('latin1');
  const [fields = ''] = ascii.split(/\btext\s{0,2}[:=]/i, 1);
  return Array.from(fields).every((one) => one >= ' ' || one === '\n' || one === '\r') ? ascii : text;
}

/** `fields`: the text as its keys are read; `text`: as its words are. */
type SaidInText = { text: string; fields: string; kind: Settings['messageIds'] };

function readAsDeliveryReceipt(message: ShortMessage, said: SaidInText): Delivery {
  const { tlvs } = message;
  const parameters = {
    receipted_message_id: latinText(tlvs.get(TLV.receiptedMessageId)),
    message_state: tlvs.get(TLV.messageState)?.[0],
    network_error_code: tlvs.get(TLV.networkErrorCode),
  };
  const receipt = readDeliveryReceipt({ text: said.fields, tlvs: parameters });
  if (receipt === null) return { kind: 'unreadable', why: 'a receipt that names no message or no state' };
  // A receipt comes from where the message went.
  const numbers = { from: numberOf(message.destination), to: numberOf(message.source) };
  const carrierMessageId = idOfReceipt(receipt.carrierMessageId, said.kind);
  const beginning = readDeliveryReceipt({ text: said.text, tlvs: parameters })?.beginning ?? receipt.beginning;
  return { kind: 'receipt', receipt: { ...receipt, ...numbers, carrierMessageId, beginning } };
}

/** What stands after the header. */
const contentOf = (octets: Uint8Array, hasHeader: boolean) => octets.subarray(hasHeader ? 1 + (octets[0] ?? 0) : 0);

function partOf(
  message: ShortMessage,
  { encoding, content, ...userData }: UserData & { encoding: Encoding; content: Uint8Array },
): ReceivedPart {
  // A port addresses a program of a telephone, as the notice of an MMS does (3GPP TS 23.040 §9.2.3.24.3).
  const isForPerson = userData.ports === null;
  const concatenation = userData.concatenation ?? sarOf(message.tlvs);
  const isCuttable = encoding === 'euc-kr' || encoding === 'iso-2022-jp';
  const isCut = isForPerson && isCuttable && concatenation !== null && userData.error === null;
  return {
    from: numberOf(message.source),
    to: numberOf(message.destination),
    text: isForPerson && !isUnread(encoding) ? userData.text : null,
    ...(isForPerson && encoding === 'unknown' ? { isUnknownAlphabet: true } : {}),
    ...(isCut ? { octets: { encoding, bytes: content } } : {}),
    concatenation,
  };
}

/** SMPP 3.4 §5.3.2.22 to 24. */
function sarOf(tlvs: Tlvs): Concatenation | null {
  const [high, low] = tlvs.get(TLV.sarReference) ?? [];
  const [total] = tlvs.get(TLV.sarTotal) ?? [];
  const [number] = tlvs.get(TLV.sarNumber) ?? [];
  if (high === undefined || low === undefined || total === undefined || number === undefined) return null;
  return number === 0 || number > total ? null : { reference: high * 256 + low, total, number };
}

/** Null: octets that are no text; `unknown`: a text in an alphabet that can't be read. */
type Encoding = UserDataEncoding | 'unknown' | null;

const isUnread = (encoding: Encoding): encoding is 'unknown' | null => encoding === null || encoding === 'unknown';

/**
 * Alphabets by data_coding (SMPP 5.0 §4.7.7). What JIS X 0208 (0x05), pictograms (0x09) and JIS X 0212 (0x0d) are as octets is not said there,
 * and carriers differ: a guess would show somebody words that nobody wrote.
 */
const ENCODINGS: ReadonlyMap<number, Encoding> = new Map([
  [0x01, 'latin-1'],
  [0x03, 'latin-1'],
  [0x05, 'unknown'],
  [0x06, 'iso-8859-5'],
  [0x07, 'iso-8859-8'],
  [0x08, 'ucs-2'],
  [0x09, 'unknown'],
  [0x0a, 'iso-2022-jp'],
  [0x0d, 'unknown'],
  [0x0e, 'euc-kr'],
]);

/** As SMPP has it; above 0x0f as 3GPP TS 23.038 §4 does. */
function encodingOf(dataCoding: number, alphabet: Settings['alphabet']): Encoding {
  if (dataCoding === 0x00) return alphabet;
  const encoding = ENCODINGS.get(dataCoding);
  if (encoding !== undefined) return encoding;
  const group = dataCoding & 0xf0;
  // 00xx and 01xx (deleted by itself once it was read), not compressed.
  if (dataCoding < 0x80 && (dataCoding & 0x20) === 0) return GSM_ALPHABETS[(dataCoding >> 2) & 0x03] ?? null;
  // A message waits: that is told in a text, too.
  if (group === 0xc0 || group === 0xd0) return 'gsm-7';
  if (group === 0xe0) return 'ucs-2';
  if (group === 0xf0) return (dataCoding & 0x04) === 0 ? 'gsm-7' : null;
  return null;
}

const GSM_ALPHABETS = ['gsm-7', null, 'ucs-2', null] as const;

/**
 * E.164 with plus where the type says so, or where nothing is said and it can be nothing else. Some carriers write 00 before what they call
 * international already; no country's code begins with 0.
 */
function numberOf({ ton, text }: SmppAddress): string {
  if (ton <= 1 && /^00[1-9][0-9]{7,14}$/.test(text)) return `+${text.slice(2)}`;
  if (ton === 1 && /^[1-9][0-9]{0,14}$/.test(text)) return `+${text}`;
  if (ton === 0 && /^[1-9][0-9]{9,14}$/.test(text)) return `+${text}`;
  return text;
}

/** An id as text; NULs and all are left to whoever reads it. */
const latinText = (octets: Uint8Array | undefined) =>
  octets === undefined ? undefined : Buffer.from(octets).toString('latin1');

import type { OctetReader, OctetWriter } from './octets.ts';
import { readTlvs, type Tlvs, writeTlvs } from './tlvs.ts';

/** An address with the type of its number and its numbering plan (SMPP 3.4 §5.2.5, §5.2.6). */
export type SmppAddress = { ton: number; npi: number; text: string };

/** What submit_sm, deliver_sm and data_sm carry. Of data_sm, only what it has: its text is in `message_payload`. */
export type ShortMessage = {
  serviceType: string;
  source: SmppAddress;
  destination: SmppAddress;
  esmClass: number;
  protocolId: number;
  priority: number;
  /** Empty, or as SMPP 3.4 §7.1.1 writes times. */
  scheduledFor: string;
  validFor: string;
  registeredDelivery: number;
  replaceIfPresent: number;
  dataCoding: number;
  /** At most 254 octets (SMPP 3.4 §5.2.21); more go in `message_payload`. */
  octets: Uint8Array;
  tlvs: Tlvs;
};

/** What is usual wherever nothing else is said. */
export const PLAIN_MESSAGE = {
  serviceType: '',
  esmClass: 0,
  protocolId: 0,
  priority: 0,
  scheduledFor: '',
  validFor: '',
  registeredDelivery: 0,
  replaceIfPresent: 0,
  dataCoding: 0,
  octets: new Uint8Array(),
  tlvs: new Map(),
} as const satisfies Partial<ShortMessage>;

export const MOST_SHORT_OCTETS = 254;
const MOST_ADDRESS = 64;
const MOST_SERVICE_TYPE = 5;
const MOST_TIME = 16;

/** The body of submit_sm and deliver_sm, which have the same fields (SMPP 3.4 §4.4.1, §4.6.1). */
export function readShortMessage(reader: OctetReader): ShortMessage {
  const serviceType = reader.text(MOST_SERVICE_TYPE);
  const source = readAddress(reader);
  const destination = readAddress(reader);
  const esmClass = reader.octet();
  const protocolId = reader.octet();
  const priority = reader.octet();
  const scheduledFor = reader.text(MOST_TIME);
  const validFor = reader.text(MOST_TIME);
  const registeredDelivery = reader.octet();
  const replaceIfPresent = reader.octet();
  const dataCoding = reader.octet();
  reader.octet(); // sm_default_msg_id: nobody has messages of ours to send.
  const octets = reader.octets(reader.octet());
  return {
    serviceType,
    source,
    destination,
    esmClass,
    protocolId,
    priority,
    scheduledFor,
    validFor,
    registeredDelivery,
    replaceIfPresent,
    dataCoding,
    octets,
    tlvs: readTlvs(reader),
  };
}

export function writeShortMessage(writer: OctetWriter, message: ShortMessage): void {
  if (message.octets.length > MOST_SHORT_OCTETS) throw new RangeError('more than 254 octets go in message_payload');
  writer.text(message.serviceType, MOST_SERVICE_TYPE);
  writeAddress(writer, message.source);
  writeAddress(writer, message.destination);
  writer.octet(message.esmClass);
  writer.octet(message.protocolId);
  writer.octet(message.priority);
  writer.text(message.scheduledFor, MOST_TIME);
  writer.text(message.validFor, MOST_TIME);
  writer.octet(message.registeredDelivery);
  writer.octet(message.replaceIfPresent);
  writer.octet(message.dataCoding);
  writer.octet(0);
  writer.octet(message.octets.length);
  writer.octets(message.octets);
  writeTlvs(writer, message.tlvs);
}

/** The body of data_sm (SMPP 3.4 §4.7.1), by which some carriers send what others send as deliver_sm. */
export function readDataMessage(reader: OctetReader): ShortMessage {
  const serviceType = reader.text(MOST_SERVICE_TYPE);
  const source = readAddress(reader);
  const destination = readAddress(reader);
  const esmClass = reader.octet();
  const registeredDelivery = reader.octet();
  const dataCoding = reader.octet();
  const fields = { serviceType, source, destination, esmClass, registeredDelivery, dataCoding };
  return { ...PLAIN_MESSAGE, ...fields, tlvs: readTlvs(reader) };
}

export function writeDataMessage(writer: OctetWriter, message: ShortMessage): void {
  writer.text(message.serviceType, MOST_SERVICE_TYPE);
  writeAddress(writer, message.source);
  writeAddress(writer, message.destination);
  writer.octet(message.esmClass);
  writer.octet(message.registeredDelivery);
  writer.octet(message.dataCoding);
  writeTlvs(writer, message.tlvs);
}

function readAddress(reader: OctetReader): SmppAddress {
  const ton = reader.octet();
  const npi = reader.octet();
  return { ton, npi, text: reader.text(MOST_ADDRESS) };
}

function writeAddress(writer: OctetWriter, { ton, npi, text }: SmppAddress): void {
  writer.octet(ton);
  writer.octet(npi);
  writer.text(text, MOST_ADDRESS);
}

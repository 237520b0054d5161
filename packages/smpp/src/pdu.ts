import { type BindCommand, idOf, type RequestCommand, requestOf, responseOf } from './commands.ts';
import { MalformedPdu, OctetReader, OctetWriter } from './octets.ts';
import {
  readDataMessage,
  readShortMessage,
  type ShortMessage,
  writeDataMessage,
  writeShortMessage,
} from './short-message.ts';
import { STATUS } from './statuses.ts';
import { readTlvs, TLV, type Tlvs, writeTlvs } from './tlvs.ts';

export type BindRequest = {
  command: BindCommand;
  systemId: string;
  password: string;
  systemType: string;
  /** 0x34 is SMPP 3.4, 0x50 is SMPP 5.0. */
  interfaceVersion: number;
};
export type MessageRequest = { command: 'submit_sm' | 'deliver_sm' | 'data_sm'; message: ShortMessage };
export type SmppRequest = BindRequest | MessageRequest | { command: 'enquire_link' | 'unbind' };

/** What is answered. A response that refuses has no body: its texts are empty. */
export type SmppResponse =
  | { command: `${BindCommand}_resp`; status: number; systemId: string; tlvs: Tlvs }
  | {
      command: 'submit_sm_resp' | 'deliver_sm_resp' | 'data_sm_resp';
      status: number;
      messageId: string;
      /** How loaded the other side is, 0 to 100 (SMPP 5.0 §4.8.4.18), where it says so. */
      congestionState?: number;
    }
  | { command: 'enquire_link_resp' | 'unbind_resp' | 'generic_nack'; status: number };

/** A PDU as it came; `unreadable` is one whose frame is whole and whose body is not, or that we do not know. */
export type Pdu =
  | { kind: 'request'; sequence: number; request: SmppRequest }
  | { kind: 'response'; sequence: number; response: SmppResponse }
  | {
      kind: 'unreadable';
      sequence: number;
      commandId: number;
      request: RequestCommand | null;
      status: number;
      why: string;
    };

export const HEADER_OCTETS = 16;
const MOST_SYSTEM_ID = 64;
const MOST_PASSWORD = 64;
const MOST_SYSTEM_TYPE = 64;
const MOST_ADDRESS_RANGE = 64;
/** SMPP allows 64; a carrier whose ids are longer is understood. */
const MOST_MESSAGE_ID = 255;

/** One whole frame as a PDU. Never throws: what cannot be read says why, and with which status it is refused. */
export function decodePdu(frame: Buffer): Pdu {
  const commandId = frame.readUInt32BE(4);
  const status = frame.readUInt32BE(8);
  const sequence = frame.readUInt32BE(12);
  const command = requestOf(commandId);
  const reader = new OctetReader(frame, HEADER_OCTETS);
  try {
    if (command !== null) return { kind: 'request', sequence, request: readRequest(command, reader) };
    const response = readResponse(commandId, status, reader);
    if (response !== null) return { kind: 'response', sequence, response };
  } catch (error) {
    if (!(error instanceof MalformedPdu)) throw error;
    return {
      kind: 'unreadable',
      sequence,
      commandId,
      request: command,
      status: STATUS.ESME_RINVMSGLEN,
      why: error.message,
    };
  }
  const why = `no command that we know has the id 0x${commandId.toString(16)}`;
  return { kind: 'unreadable', sequence, commandId, request: null, status: STATUS.ESME_RINVCMDID, why };
}

function readRequest(command: RequestCommand, reader: OctetReader): SmppRequest {
  switch (command) {
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver': {
      const systemId = reader.text(MOST_SYSTEM_ID);
      const password = reader.text(MOST_PASSWORD);
      const systemType = reader.text(MOST_SYSTEM_TYPE);
      return { command, systemId, password, systemType, interfaceVersion: reader.octet() };
    }
    case 'submit_sm':
    case 'deliver_sm':
      return { command, message: readShortMessage(reader) };
    case 'data_sm':
      return { command, message: readDataMessage(reader) };
    case 'enquire_link':
    case 'unbind':
      return { command };
  }
}

function readResponse(commandId: number, status: number, reader: OctetReader): SmppResponse | null {
  const command = responseOf(commandId);
  switch (command) {
    case null:
      return null;
    case 'bind_receiver_resp':
    case 'bind_transmitter_resp':
    case 'bind_transceiver_resp':
      return { command, status, systemId: reader.text(MOST_SYSTEM_ID), tlvs: readTlvs(reader) };
    case 'submit_sm_resp':
    case 'deliver_sm_resp':
    case 'data_sm_resp':
      return { command, status, messageId: reader.text(MOST_MESSAGE_ID), ...readCongestion(readTlvs(reader)) };
    case 'enquire_link_resp':
    case 'unbind_resp':
    case 'generic_nack':
      return { command, status };
  }
}

const MOST_CONGESTION = 100;

function readCongestion(tlvs: Tlvs): { congestionState?: number } {
  const value = tlvs.get(TLV.congestionState);
  const [state = MOST_CONGESTION + 1] = value ?? [];
  return value?.length === 1 && state <= MOST_CONGESTION ? { congestionState: state } : {};
}

/** A request as one frame. Throws RangeError for what has no place in its field. */
export function encodeRequest(sequence: number, request: SmppRequest): Buffer {
  const writer = new OctetWriter();
  switch (request.command) {
    case 'bind_receiver':
    case 'bind_transmitter':
    case 'bind_transceiver':
      writer.text(request.systemId, MOST_SYSTEM_ID);
      writer.text(request.password, MOST_PASSWORD);
      writer.text(request.systemType, MOST_SYSTEM_TYPE);
      writer.octet(request.interfaceVersion);
      writer.octet(0);
      writer.octet(0);
      writer.text('', MOST_ADDRESS_RANGE);
      break;
    case 'submit_sm':
    case 'deliver_sm':
      writeShortMessage(writer, request.message);
      break;
    case 'data_sm':
      writeDataMessage(writer, request.message);
      break;
    case 'enquire_link':
    case 'unbind':
      break;
  }
  return frameOf({ command: request.command, status: 0, sequence }, writer.written());
}

/** A response as one frame; one that refuses goes without a body (SMPP 3.4 §4.1.2, §4.4.2). */
export function encodeResponse(sequence: number, response: SmppResponse): Buffer {
  const writer = new OctetWriter();
  if (response.status === STATUS.ESME_ROK) {
    if ('systemId' in response) {
      writer.text(response.systemId, MOST_SYSTEM_ID);
      writeTlvs(writer, response.tlvs);
    } else if ('messageId' in response) {
      writer.text(response.messageId, MOST_MESSAGE_ID);
      const { congestionState } = response;
      if (congestionState !== undefined) {
        writeTlvs(writer, new Map([[TLV.congestionState, Uint8Array.of(congestionState)]]));
      }
    }
  }
  return frameOf({ command: response.command, status: response.status, sequence }, writer.written());
}

type Head = { command: SmppRequest['command'] | SmppResponse['command']; status: number; sequence: number };

function frameOf({ command, status, sequence }: Head, body: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_OCTETS);
  head.writeUInt32BE(HEADER_OCTETS + body.length, 0);
  head.writeUInt32BE(idOf(command), 4);
  head.writeUInt32BE(status, 8);
  head.writeUInt32BE(sequence, 12);
  return Buffer.concat([head, body]);
}

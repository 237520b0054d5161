import type { OctetReader, OctetWriter } from './octets.ts';

/** Tags of the optional parameters that we know (SMPP 3.4 §5.3.2, SMPP 5.0 §4.8). */
export const TLV = {
  receiptedMessageId: 0x001e,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  interfaceVersion: 0x0210,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
  congestionState: 0x0428,
} as const;

/** Optional parameters by their tags. Of those that stand twice, the first. */
export type Tlvs = ReadonlyMap<number, Uint8Array>;

const HEAD_OCTETS = 4;

/** What follows the fields of a PDU. A tail that is broken is left out: the fields before it are whole, and so is their text. */
export function readTlvs(reader: OctetReader): Tlvs {
  const tlvs = new Map<number, Uint8Array>();
  while (reader.left >= HEAD_OCTETS) {
    const tag = reader.short();
    const length = reader.short();
    if (length > reader.left) break;
    const value = reader.octets(length);
    if (!tlvs.has(tag)) tlvs.set(tag, value);
  }
  return tlvs;
}

export function writeTlvs(writer: OctetWriter, tlvs: Tlvs): void {
  for (const [tag, value] of tlvs) {
    writer.short(tag);
    writer.short(value.length);
    writer.octets(value);
  }
}

export type { BindCommand, RequestCommand } from './commands.ts';
export { createLink, type SmppLink, type UnreadableRequest } from './link.ts';
export {
  type BindRequest,
  encodeRequest,
  type MessageRequest,
  type SmppRequest,
  type SmppResponse,
} from './pdu.ts';
export { plainResponse } from './plain-response.ts';
export { MOST_SHORT_OCTETS, PLAIN_MESSAGE, type ShortMessage, type SmppAddress } from './short-message.ts';
export { STATUS, statusName } from './statuses.ts';
export { systemTiming, type Timing } from './timing.ts';
export { TLV, type Tlvs } from './tlvs.ts';

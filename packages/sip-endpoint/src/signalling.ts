/** For programs that speak SIP by themselves and leave the sound to others: messages, their repetition, descriptions. */
export { RequestRepeater, ResponseRepeater } from './retransmission.ts';
export { bindUdp } from './rtp-ports.ts';
export {
  type AudioDescription,
  type Direction,
  mirrored,
  type OwnSide,
  readSdp,
  type Sound,
  writeSound,
} from './sdp.ts';
export {
  type Address,
  answeredMethod,
  bodyOf,
  branchOf,
  headersOf,
  isResponse,
  methodOf,
  respondTo,
  statusOf,
} from './sip-text.ts';

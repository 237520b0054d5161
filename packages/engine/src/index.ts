export { connectToKamailio, type KamailioOptions } from './connect-to-kamailio.ts';
export type {
  CallDecision,
  DialogName,
  EngineLink,
  EngineListener,
  IncomingDecision,
  OrderOutcome,
} from './engine-link.ts';
export { createKamailioRpc, type KamailioRpc, type RunningDialog, type TcpConnection } from './kamailio-rpc.ts';
export { encodeNetstring } from './netstring.ts';
export { createNgClient, MediaControlError, type NgClient } from './ng-client.ts';

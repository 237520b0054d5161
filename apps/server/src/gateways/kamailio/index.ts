export { createConnectionGuard } from './connection-guard.ts';
export { connectToKamailio, type KamailioOptions } from './connect-to-kamailio.ts';
export { type KamailioRpc, type RunningDialog, createKamailioRpc } from './kamailio-rpc.ts';
export type {
  CallDecision,
  DialogName,
  EngineLink,
  EngineListener,
  IncomingDecision,
  OrderOutcome,
} from './engine-link.ts';

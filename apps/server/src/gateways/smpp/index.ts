export {
  type Bind,
  type BindListener,
  type DeliveryMark,
  type BindSettings,
  type CarrierReceipt,
  type MessagePart,
  type ReceivedPart,
  type SubmitOutcome,
} from './bind.ts';
export { openBind } from './open-bind.ts';

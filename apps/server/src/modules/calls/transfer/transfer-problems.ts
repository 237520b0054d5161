import { Problem } from '../../../platform/problems.ts';

export const callNotTransferable = () =>
  new Problem('call_not_transferable', 409, 'Only a call you’re talking in can be transferred.');
export const transferUnderWay = () => new Problem('transfer_under_way', 409, 'This call is being transferred already.');
export const transferUnavailable = () =>
  new Problem('transfer_unavailable', 503, 'This call can’t be transferred at the moment. It goes on as before.', {
    retryAfterSeconds: 10,
  });

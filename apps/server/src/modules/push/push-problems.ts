import { notFound, Problem } from '../../platform/problems.ts';

export const pushDeviceNotFound = () => notFound('This browser');
/** Forged, used already, or of a call that rings no more: whoever asks is told no more than that. */
export const toldCallNotFound = () => notFound('This call');
export const pushServiceUnknown = () =>
  new Problem('push_service_unknown', 400, 'Notifications can’t be sent to this browser’s push service.');
export const pushEndpointTaken = () =>
  new Problem(
    'push_endpoint_taken',
    409,
    'Another account uses this browser’s notifications. Switch them off and on again.',
  );
export const tooManyPushDevices = (most: number) =>
  new Problem('too_many_push_devices', 409, `At most ${most} browsers can get notifications. Remove one first.`);

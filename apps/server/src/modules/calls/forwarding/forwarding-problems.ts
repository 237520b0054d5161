import { Problem } from '../../../platform/problems.ts';

export const forwardingUnavailable = () =>
  new Problem('forwarding_unavailable', 503, 'Calls can’t be forwarded at the moment. Try again later.');

import { Problem } from '../../../platform/problems.ts';

export const forwardingUnavailable = () =>
  new Problem('forwarding_unavailable', 503, 'Calls cannot be forwarded at this moment. Try again later.');

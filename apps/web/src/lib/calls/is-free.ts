import type { Call } from '@farline/contracts/calls';
import { isService } from './is-service.ts';

/** Whether nothing is paid for it: our own services, and what comes in to a number that costs nothing a minute. */
export function isFree({ destination, direction, terms }: Pick<Call, 'destination' | 'direction' | 'terms'>): boolean {
  if (isService(destination)) return true;
  return direction === 'inbound' && Number(terms.perMinute.amount) === 0 && Number(terms.connectionFee.amount) === 0;
}

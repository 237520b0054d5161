import type { Call } from '@farline/contracts/calls';
import type { Money } from '@farline/contracts/money';
import { priceSoFar } from '../../lib/calls/price-so-far.ts';
import { isService } from '../../lib/calls/is-service.ts';

/** What a running call has come to: what the plan includes comes first, and only what lies beyond is paid. */
export function costSoFar(call: Call, seconds: number): Money {
  return priceSoFar(call.terms, Math.max(1, seconds) - (call.included?.seconds ?? 0));
}

/** Whether nothing is paid for it: our own services, and what comes in to a number that costs nothing a minute. */
export function isFree({ destination, direction, terms }: Call): boolean {
  if (isService(destination)) return true;
  return direction === 'inbound' && Number(terms.perMinute.amount) === 0 && Number(terms.connectionFee.amount) === 0;
}

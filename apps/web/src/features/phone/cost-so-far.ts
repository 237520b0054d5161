import type { Call } from '@farline/contracts/calls';
import type { Money } from '@farline/contracts/money';
import { priceSoFar } from '../../lib/calls/price-so-far.ts';

/** What a running call has come to: what the plan includes comes first, and only what lies beyond is paid. */
export function costSoFar(call: Call, seconds: number): Money {
  return priceSoFar(call.terms, Math.max(1, seconds) - (call.included?.seconds ?? 0));
}

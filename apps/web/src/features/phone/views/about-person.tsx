import type { Call } from '@farline/contracts/calls';
import { createContext, type ReactNode, use } from 'react';
import { isService } from '../../../lib/calls/is-service.ts';
import { otherSide } from '../../../lib/calls/other-side.ts';

/** What other features have to show in the phone: what can be kept of whoever has a number, a way to more money, what the search finds. */
export type BesideCall =
  | { is: 'person'; number: string }
  | { is: 'top-up'; callId: string }
  | { is: 'found'; typed: string };

/** Other features make it (app/in-front/beside-call.tsx). Nothing without them. */
export const OfOthers = createContext<(what: BesideCall) => ReactNode>(() => null);

/** What can be kept of whoever the call is with, during it and after it. */
export function AboutCaller({ call, className = 'mt-3' }: { call: Call; className?: string }) {
  const show = use(OfOthers);
  const number = otherSide(call);
  if (number === null || isService(call.destination)) return null;
  return <div className={className}>{show({ is: 'person', number })}</div>;
}

/** More money for a call that ends without it. */
export function MoreMoney({ call }: { call: Call }) {
  return use(OfOthers)({ is: 'top-up', callId: call.id });
}

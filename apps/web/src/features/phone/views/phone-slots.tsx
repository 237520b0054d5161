import type { Call } from '@farline/contracts/calls';
import { createContext, type ReactNode, use } from 'react';
import { isService } from '../../../lib/calls/is-service.ts';
import { otherSide } from '../../../lib/calls/other-side.ts';

/** A place in the phone that other features fill: what can be kept of whoever has a number, a way to more money, what the search finds. */
export type PhoneSlot =
  | { is: 'person'; number: string }
  | { is: 'top-up'; callId: string }
  | { is: 'found'; typed: string };

/** Fills a slot. `app` passes it to the phone (app/signed-in-frame.tsx), since features do not know one another; without it slots stay empty. */
export const PhoneSlotContext = createContext<(slot: PhoneSlot) => ReactNode>(() => null);

/** What can be kept of whoever the call is with, during it and after it. */
export function CallerSlot({ call, className = 'mt-3' }: { call: Call; className?: string }) {
  const fill = use(PhoneSlotContext);
  const number = otherSide(call);
  if (number === null || isService(call.destination)) return null;
  return <div className={className}>{fill({ is: 'person', number })}</div>;
}

/** More money for a call that ends without it. */
export function TopUpSlot({ call }: { call: Call }) {
  return use(PhoneSlotContext)({ is: 'top-up', callId: call.id });
}

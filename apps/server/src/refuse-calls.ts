import { type CallAsk, type IncomingAsk, readCodeDial, readMenuDial } from '@farline/contracts';
import { type Calls, refuseEmergency } from './modules/calls/index.ts';
import type { WantedWork } from './platform/admission/admission.ts';
import type { Overload } from './platform/admission/overload.ts';

type Decisions = Pick<Calls['listener'], 'decide' | 'receive'>;
type OwnerOfPhone = Calls['listener']['ownerOfPhone'];

/**
 * Decides on calls, but for those that are refused because there is too much to do: at once, before anything is written down or held, with 503.
 * Only callers of ours hear when to try again: a carrier that does may send no call at all until then (RFC 3261 §21.5.4). What was begun over
 * HTTP, or belongs to a call that runs, is refused last. A SIP phone that calls for help is told to use another one before all of that.
 */
export function refuseCalls(
  overload: Pick<Overload, 'admit'>,
  { decide, receive, ownerOfPhone }: Decisions & { ownerOfPhone: OwnerOfPhone },
): Decisions {
  return {
    decide: async (ask) => {
      const isForHelp = refuseEmergency(ask);
      if (isForHelp !== null) return isForHelp;
      const verdict = overload.admit(callWanted(ask, ownerOfPhone));
      return verdict.admitted ? await decide(ask) : { ...overloaded, retryAfterSeconds: verdict.retryAfterSeconds };
    },
    receive: async (ask) => {
      const verdict = overload.admit(incomingWanted(ask));
      return verdict.admitted ? await receive(ask) : overloaded;
    },
  };
}

/**
 * A page, a guest and a forwarded call have asked before; a SIP phone asks for the first time, and its calls count as those that its owner's
 * pages ask for do, however many phones they have.
 */
function callWanted({ phone, user }: CallAsk, ownerOfPhone: OwnerOfPhone): WantedWork {
  if (phone === '') return { precedence: 'begun', owner: user };
  return { precedence: 'new_work', owner: ownerOfPhone(phone) ?? `phone ${phone}` };
}

/** A choice in a menu belongs to the call that it was made in; a call with a code was asked for by who waits for it. */
function incomingWanted({ dialled }: IncomingAsk): WantedWork {
  const isPartOfAnother = readMenuDial(dialled) !== null || readCodeDial(dialled) !== null;
  return { precedence: isPartOfAnother ? 'begun' : 'new_work', owner: `number ${dialled}` };
}

const overloaded = {
  decision: 'refuse',
  status: 503,
  phrase: 'Service Unavailable',
  reason: 'overloaded',
} as const;

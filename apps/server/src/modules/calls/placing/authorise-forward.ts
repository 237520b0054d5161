import { isGivenUp, type CallAsk, isPossiblyForged } from '@farline/contracts';
import { Problem } from '../../../platform/problems.ts';
import { endUnplaced } from '../ending/end-call-by-request.ts';
import { type AuthoriseDeps, authoriseCall } from './authorise-call.ts';
import { type CallDecision, notAllowed, refuse, tooLate } from './call-decision.ts';
import { type InitiateDeps, initiateCall } from './initiate-call.ts';
import type { CallRecord } from '../record/call-record.ts';
import { findCall } from '../record/calls-store.ts';
import { forwarding } from '../record/placer.ts';
import { type Forward, forwardToPlace, noteForwarded, noteNotForwarded } from '../forwarding/forwards-store.ts';

/**
 * Decides on the call bridge's INVITE for a call that came in and goes on to another telephone: makes the call out, as the rule of the
 * number said when the call came in, and authorises it as any other. The account of the number pays, within its limits and what the rule
 * says one such call may cost. It is placed once, and only while the call that came in still rings.
 */
export async function authoriseForward(
  deps: AuthoriseDeps & InitiateDeps,
  ask: CallAsk,
  incomingCallId: string,
): Promise<CallDecision> {
  if (isGivenUp(ask, deps.clock.now().getTime())) return tooLate;
  const forward = await forwardToPlace(deps.database, incomingCallId);
  const incoming = (await findCall(deps.database, incomingCallId))?.call ?? null;
  if (forward === null || incoming === null) return notAllowed;
  try {
    const { call } = await initiateCall(deps, {
      accountId: incoming.accountId,
      placer: forwarding,
      to: forward.to,
      from: incoming.to,
      defaultCountry: undefined,
      mostMicros: forward.mostMicros,
    });
    if (!(await noteForwarded(deps.database, { incomingCallId, placedCallId: call.id }))) {
      await endUnplaced(deps, call.id, deps.clock.now());
      return notAllowed;
    }
    const decision = await authoriseCall(deps, { ...ask, placer: forwarding, call: call.id, dialled: call.to });
    return { ...(await withCaller(deps, decision, { forward, incoming })), call: call.id };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await noteNotForwarded(deps.database, { incomingCallId, refusal: { code: error.code, message: error.message } });
    // Whoever calls is told nothing of somebody else's money and rules.
    return refuse(480, 'Not Forwarded', 'unavailable');
  }
}

/**
 * Who calls is shown where the carrier takes numbers that are not ours, unless that number may be forged: we would vouch for it. To all of them
 * it is said who forwards (RFC 5806).
 */
async function withCaller(
  { routing }: Pick<AuthoriseDeps, 'routing'>,
  decision: CallDecision,
  {
    forward,
    incoming,
  }: { forward: Forward; incoming: Pick<CallRecord, 'to' | 'from' | 'isNumberWithheld' | 'callerDoubt'> },
): Promise<CallDecision> {
  if (decision.decision !== 'allow') return decision;
  const isShown = incoming.from !== null && !incoming.isNumberWithheld && !isPossiblyForged(incoming.callerDoubt);
  const showing = isShown ? (await routing.trunks()).filter(({ showsCallers }) => showsCallers) : [];
  return {
    ...decision,
    diverted: incoming.to,
    divertedBecause: forward.because,
    caller: isShown ? (incoming.from ?? '') : '',
    callerTrunks: showing.map(({ name }) => name).join('|'),
  };
}

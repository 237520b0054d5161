import { isGivenUp } from '@farline/contracts';
import { isFree } from '../../rating/index.ts';
import type { Trunk } from '../../routing/index.ts';
import { endCall } from '../ending/end-call.ts';
import { rememberCall, rememberedCall } from '../record/call-memory.ts';
import { type AllowDeps, allowWithOthers } from './allow-with-others.ts';
import { allowed, type CallDecision, isRightful, type ProvenAsk, tooLate } from './call-decision.ts';
import { PLACEABLE_MS } from './initiate-call.ts';

/**
 * Allows a call that is remembered, together with those that ask at the same moment: one look at who pays and one statement that holds,
 * freezes and saves, all or nothing for each. Null when anything is not as usual, or not as it was seen: nothing happened, and the call is
 * decided on locked.
 */
export async function allowAtOnce(deps: AllowDeps, ask: ProvenAsk, trunks: Trunk[]): Promise<CallDecision | null> {
  const placeableSince = new Date(deps.clock.now().getTime() - PLACEABLE_MS);
  const remembered = rememberedCall(deps.database, ask.call);
  if (remembered === null || !isRightful(remembered.call, ask, placeableSince)) return null;
  // An allowance is held beside the money: that takes a lock on both. What a call may cost itself is seldom said.
  if (remembered.call.allowance !== null) return null;
  if (remembered.call.mostMicros !== null) return null;
  if (isFree(remembered.call.rated.terms)) return null;
  const begun = await allowWithOthers(deps, { stored: remembered, ask, trunks });
  if (begun === null) return null;
  const { call, revision } = begun.stored;
  rememberCall(deps.database, { before: call, call, revision: revision + 1 });
  if (isGivenUp(ask, deps.clock.now().getTime())) return await takeBack(deps, call.id);
  return allowed(deps.settings, {
    callerId: call.from,
    isNumberWithheld: call.isNumberWithheld,
    grantedSeconds: begun.grantedSeconds,
    trunks: begun.routes,
  });
}

/** The database took so long that the engine has given up: the hold goes back. */
async function takeBack(deps: AllowDeps, callId: string): Promise<CallDecision> {
  await endCall(deps.database, callId, (call) =>
    call.progress.state === 'authorised'
      ? { at: deps.clock.now(), answeredAt: null, reason: 'engine_unavailable', endedBy: 'farline', sipStatus: 503 }
      : null,
  );
  return tooLate;
}

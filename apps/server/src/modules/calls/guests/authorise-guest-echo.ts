import { type CallAsk, ECHO_TEST, permissionOf, isGivenUp } from '@farline/contracts';
import { inTransaction } from '../../../platform/database.ts';
import { chooseTrunks } from '../../routing/index.ts';
import { allowed, type CallDecision, notAllowed, refuse, tooLate } from '../placing/call-decision.ts';
import { guestUser, isGuestCallId } from './guest-call.ts';
import { allowGuestCall } from './guest-calls-store.ts';
import { PLACEABLE_MS } from '../placing/initiate-call.ts';
import { type GuestEchoDeps, lostBefore } from './initiate-guest-echo.ts';

/**
 * Decides on a guest's INVITE: the echo test, by the one call that the credential was given for, within a minute, once.
 * Whatever else a guest asks for is refused. The engine ends the call by itself after its time.
 */
export async function authoriseGuestEcho(deps: GuestEchoDeps, ask: CallAsk): Promise<CallDecision> {
  const now = deps.clock.now();
  if (isGivenUp(ask, now.getTime())) return tooLate;
  if (!isGuestCallId(ask.call) || ask.user !== guestUser(ask.call) || ask.dialled !== ECHO_TEST) return notAllowed;
  const [trunk] = chooseTrunks(await deps.routing.trunks(), { number: ECHO_TEST, accountState: 'trial' });
  if (trunk === undefined) return noWay;

  const isAllowed = await allowOnce(deps, ask, now);
  if (isAllowed === null) return notAllowed;
  if (!isAllowed) return tooManyCalls;
  const { guestEchoSeconds: grantedSeconds, firstSignMs } = deps.settings;
  // The echo test answers at once, or not at all.
  return allowed(
    { firstSignMs, tryingMs: firstSignMs, ringingMs: firstSignMs },
    { callerId: null, isNumberWithheld: false, grantedSeconds, trunks: [trunk] },
  );
}

class AnotherRuns extends Error {}

async function allowOnce(deps: GuestEchoDeps, ask: CallAsk, at: Date): Promise<boolean | null> {
  try {
    return await inTransaction(deps.database, async (tx) => {
      const since = new Date(at.getTime() - PLACEABLE_MS);
      const isAllowed = await allowGuestCall(tx, {
        id: ask.call,
        permission: permissionOf(ask),
        since,
        at,
        lostBefore: lostBefore(deps.settings, at),
      });
      // What the refused statement left cannot be committed.
      if (isAllowed === false) throw new AnotherRuns();
      return isAllowed;
    });
  } catch (error) {
    if (error instanceof AnotherRuns) return false;
    throw error;
  }
}

const tooManyCalls = refuse(403, 'Forbidden', 'too_many_calls');
const noWay = refuse(503, 'Service Unavailable', 'engine_unavailable');

import { type CallAsk, ECHO_TEST } from '@farline/contracts';
import { inTransaction } from '../../platform/database.ts';
import { chooseTrunks } from '../routing/index.ts';
import type { CallDecision } from './call-decision.ts';
import { guestUser, isGuestCallId } from './guest-call.ts';
import { allowGuestCall } from './guest-calls-store.ts';
import { PLACEABLE_MS } from './initiate-call.ts';
import { type GuestEchoDeps, lostBefore } from './initiate-guest-echo.ts';

/** The engine gives up on an ask after 3 s. */
const STALE_MS = 2_500;

/**
 * Decides on a guest's INVITE: the echo test, by the one call that the credential was given for, within a minute, once.
 * Whatever else a guest asks for is refused. The engine ends the call by itself after its time.
 */
export async function authoriseGuestEcho(deps: GuestEchoDeps, ask: CallAsk): Promise<CallDecision> {
  const now = deps.clock.now();
  if (now.getTime() - ask.at > STALE_MS) return unavailable;
  if (!isGuestCallId(ask.call) || ask.user !== guestUser(ask.call) || ask.dialled !== ECHO_TEST) return notAllowed;
  const [trunk] = chooseTrunks(await deps.routing.trunks(), { number: ECHO_TEST, standing: 'trial' });
  if (trunk === undefined) return unavailable;

  const isAllowed = await allowOnce(deps, ask.call, now);
  if (isAllowed === null) return notAllowed;
  if (!isAllowed) return tooManyCalls;
  return {
    decision: 'allow',
    callerId: '',
    grantedSeconds: deps.settings.guestEchoSeconds,
    firstSignMs: deps.settings.firstSignMs,
    ringingMs: deps.settings.firstSignMs,
    trunkCount: 1,
    trunk1Name: trunk.name,
    trunk1Uri: trunk.uri,
    trunk2Name: '',
    trunk2Uri: '',
    trunk3Name: '',
    trunk3Uri: '',
  };
}

class AnotherRuns extends Error {}

async function allowOnce(deps: GuestEchoDeps, id: string, at: Date): Promise<boolean | null> {
  try {
    return await inTransaction(deps.database, async (tx) => {
      const since = new Date(at.getTime() - PLACEABLE_MS);
      const isAllowed = await allowGuestCall(tx, { id, since, lostBefore: lostBefore(deps.settings, at), at });
      // What the refused statement left cannot be committed.
      if (isAllowed === false) throw new AnotherRuns();
      return isAllowed;
    });
  } catch (error) {
    if (error instanceof AnotherRuns) return false;
    throw error;
  }
}

const notAllowed: CallDecision = { decision: 'refuse', status: 403, phrase: 'Forbidden', reason: 'not_allowed' };
const tooManyCalls: CallDecision = { decision: 'refuse', status: 403, phrase: 'Forbidden', reason: 'too_many_calls' };
const unavailable: CallDecision = {
  decision: 'refuse',
  status: 503,
  phrase: 'Service Unavailable',
  reason: 'engine_unavailable',
};

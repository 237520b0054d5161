import { micros } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { CallLimits } from '../../limits/index.ts';
import { isFree, type Rating } from '../../rating/index.ts';
import type { Routing, Trunk } from '../../routing/index.ts';
import { saveAllowed } from './allow-call-store.ts';
import {
  allowed,
  allowedBy,
  type CallDecision,
  isRightful,
  isStale,
  type ProvenAsk,
  tooLate,
} from './call-decision.ts';
import { rememberCall, rememberedCall } from '../record/call-memory.ts';
import type { CallRecord } from '../record/call-record.ts';
import { endCall } from '../ending/end-call.ts';
import { firstStretch, grantedByHold } from '../money/first-stretch.ts';
import { PLACEABLE_MS } from './initiate-call.ts';
import { judgeStart } from './judge-start.ts';
import { type PayerNow, payerNow } from '../money/payer-store.ts';
import type { CallSettings } from '../record/settings.ts';
import { countedIn } from '../money/spending-limits.ts';
import { drawUnlimitedTrunks } from './take-trunks.ts';
import { whoPays } from '../record/who-pays.ts';

export type AllowDeps = {
  database: Database;
  clock: Clock;
  settings: CallSettings;
  rating: Pick<Rating, 'rateNumber'>;
  routing: Pick<Routing, 'random'>;
  limits: CallLimits;
};

/**
 * Allows a call that is remembered, with one look at who pays and one statement that holds, freezes and saves, all or
 * nothing. Null when anything is not as usual, or not as it was seen: nothing happened, and the call is decided on locked.
 */
export async function allowAtOnce(deps: AllowDeps, ask: ProvenAsk, trunks: Trunk[]): Promise<CallDecision | null> {
  const now = deps.clock.now();
  const placeableSince = new Date(now.getTime() - PLACEABLE_MS);
  const stored = rememberedCall(deps.database, ask.call);
  if (stored === null || !isRightful(stored.call, ask, placeableSince)) return null;
  // An allowance is held beside the money: that takes a lock on both. What a call may cost itself is seldom said.
  if (stored.call.allowance !== null) return null;
  if (stored.call.mostMicros !== null) return null;
  const { call } = stored;
  if (isFree(call.rated.terms)) return null;
  const usage = deps.limits.usageSql(countedIn(call, now));
  const payer = await payerNow(deps.database, call, { since: placeableSince, usage });
  const start = judgeStart(deps, { call, account: accountOf(payer), usage: payer.usage, now });
  if (!start.allowed) return null;
  const drawn = drawUnlimitedTrunks(deps.routing, { number: call.to, accountState: start.account.state, trunks });
  const stretch = stretchFor(deps.settings, call, payer);
  if (drawn === null || stretch === null) return null;
  // What carries it or what pays for it is no longer what was seen: another wallet is to be looked at.
  if (drawn.isPractice !== call.isPractice) return null;
  const { terms } = call.rated;
  if (whoPays({ isPractice: drawn.isPractice, terms }, payer.trialAvailableMicros ?? 0n) !== call.paidBy) return null;
  if (start.left !== null && start.left.mostMicros < stretch.amountMicros) return null;

  const [holdId, quoteId] = [newId(now), newId(now)];
  const { grantedSeconds } = stretch;
  const changed = allowedBy({ ...call, quoteId, holdId, grantedSeconds }, ask, now);
  const hold = { holdId, amountMicros: stretch.amountMicros, seenMicros: stretch.seenMicros };
  const claim = start.claim.claimSql(stretch.amountMicros);
  if (!(await saveAllowed(deps.database, { ...stored, call: changed }, { quoteId, hold, claim, at: now }))) return null;
  rememberCall(deps.database, { before: changed, call: changed, revision: stored.revision + 1 });
  if (isStale(ask, deps.clock.now())) return await takeBack(deps, call.id);
  return allowed(deps.settings, {
    callerId: call.from,
    isNumberWithheld: changed.isNumberWithheld,
    grantedSeconds: stretch.grantedSeconds,
    trunks: drawn.routes,
  });
}

const accountOf = ({ accountState, timeZone }: PayerNow) =>
  accountState === null || timeZone === null ? null : { state: accountState, timeZone };

/** The whole first stretch, exactly; null for a free call and for a wallet that does not reach for the least. */
function stretchFor(
  settings: CallSettings,
  { rated: { terms } }: CallRecord,
  { otherCalls, availableMicros }: { otherCalls: number; availableMicros: bigint | null },
) {
  if (availableMicros === null) return null;
  const available = micros(availableMicros);
  // What several calls share is dealt out by what is there: nobody may have taken from it since.
  const seenMicros = otherCalls > 0 ? available : null;
  const stretch = firstStretch(terms, settings, seenMicros);
  if (stretch.free || available < stretch.leastMicros) return null;
  const amountMicros = stretch.wantedMicros < available ? stretch.wantedMicros : available;
  return { amountMicros, seenMicros, grantedSeconds: grantedByHold(terms, settings, amountMicros) };
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

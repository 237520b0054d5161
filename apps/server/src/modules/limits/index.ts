import { micros } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { type BatchSubscription, eventTypes } from '../../platform/events.ts';
import { forgetting } from '../../platform/forgetting/forgetting.ts';
import { liveView, type ServerModule } from '../../platform/server-module.ts';
import { everyLimitOf } from './every-limit.ts';
import { forgetHours, lastUnusualSince, readHour } from './hours-store.ts';
import type { LimitsDeps } from './limits-deps.ts';
import { noteSpending, type SpendingEvent } from './note-spending.ts';
import { addLimitRoutes } from './routes.ts';
import { underWayOf } from './spending-store.ts';
import { hourOf, isUnusual } from './unusual-spending.ts';

export {
  type CallLimits,
  type Claim,
  createCallLimits,
  type Judged,
  type JudgedCall,
  type JudgedMessage,
  LimitPassedMeanwhile,
} from './claim-spending.ts';
export type { Left, Stop } from './judge.ts';
export { judgeAnew } from './judge-anew.ts';
export type { UsualLimits } from './limit.ts';
export type { LimitsDeps } from './limits-deps.ts';
export { isOpenedBy } from './limits-store.ts';
export { readUsualLimits } from './read-usual-limits.ts';
export {
  claimEachSql,
  claimManySql,
  type ClaimedMore,
  isLimitPassed,
  type SettledClaim,
  settleClaims,
  settleManySql,
  type UsageJson,
} from './spending-store.ts';

const FORGET_EVERY_MS = 60 * 60_000;
const KEEP_HOURS_MS = 32 * 24 * 60 * 60_000;

/** How much may be spent: by day and hour, by price, by calls at once and new countries, and what was opened or lifted. */
export function createLimits(deps: LimitsDeps): ServerModule {
  const hours: BatchSubscription<SpendingEvent> = {
    name: 'limits',
    types: eventTypes('call.ended', 'call.charged_late', 'message.charged'),
    receiveAll: async (tx, events) => await noteSpending(deps, tx, events),
  };
  return {
    routes: async (app) => addLimitRoutes(app, deps),
    subscriptions: [hours],
    ticks: [
      forgetting(deps, {
        name: 'forget old hours of spending',
        everyMs: FORGET_EVERY_MS,
        keepMs: KEEP_HOURS_MS,
        forget: forgetHours,
      }),
    ],
    exports: [{ name: 'limits', items: (owner) => everyLimitOf(deps.database, owner) }],
    liveViews: [liveView(eventTypes('limits.changed'), () => ({ type: 'limits.changed' }))],
  };
}

/**
 * Whether an account spends unusually since an instant: it was found to, or this hour is unusual with all that calls under
 * way hold. Then nothing is topped up by itself. An hour that was reported before the instant does not count.
 */
export async function hasSpentUnusually(
  db: Executor,
  wanted: { accountId: string; since: Date; now: Date },
): Promise<boolean> {
  const { accountId, now } = wanted;
  if ((await lastUnusualSince(db, wanted)) !== null) return true;
  const hour = await readHour(db, { accountId, hourFrom: hourOf(now) });
  if (hour.toldAt !== null) return false;
  return isUnusual({ ...hour, spentMicros: micros(hour.spentMicros + (await underWayOf(db, accountId))) });
}

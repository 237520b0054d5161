import type { CallDetail } from '@farline/contracts';
import type { Database } from '../../platform/database.ts';
import { priceLines } from '../rating/index.ts';
import { samplesOf } from './call-quality-store.ts';
import { routeOf } from './call-route.ts';
import { stepsOf } from './call-steps-store.ts';
import { timelineOf } from './call-timeline.ts';
import { viewWithTransfer } from './call-view.ts';
import { callNotFound } from './calls-problems.ts';
import { findCall } from './calls-store.ts';
import { qualityCurve } from './quality-curve.ts';
import { transferOf } from './transfers-store.ts';

/** One call of an account with everything that explains it: what happened, by which trunks, what it cost, how it sounded. */
export async function callDetail(
  database: Database,
  wanted: { callId: string; accountId: string },
): Promise<CallDetail> {
  const stored = await findCall(database, wanted.callId);
  if (stored === null || stored.call.accountId !== wanted.accountId) throw callNotFound();
  const { call } = stored;
  const transfer = await transferOf(database, call.id);
  return {
    call: viewWithTransfer(call, transfer),
    timeline: timelineOf(call, await stepsOf(database, call.id), transfer),
    route: routeOf(call),
    priceLines: call.charge === null ? [] : priceLines(call.rated.terms, call.charge.answeredSeconds, call.allowance),
    quality: qualityCurve(await samplesOf(database, call.id)),
  };
}

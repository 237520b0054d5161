import type { CallDetail, PriceLine } from '@farline/contracts';
import type { Database } from '../../../platform/database.ts';
import { priceLines } from '../../rating/index.ts';
import { samplesOf } from './call-quality-store.ts';
import type { CallRecord } from '../record/call-record.ts';
import { forwardOf } from '../forwarding/forwards-store.ts';
import { forwardView } from '../forwarding/forward-view.ts';
import { routeOf } from './call-route.ts';
import { stepsOf } from '../record/call-steps-store.ts';
import { timelineOf } from './call-timeline.ts';
import { viewWithTransfer } from './call-view.ts';
import { callNotFound } from '../record/calls-problems.ts';
import { findCall } from '../record/calls-store.ts';
import { forgivenPart } from '../money/forgive-lost-sound.ts';
import { archivedAt } from '../months/months-store.ts';
import { qualityCurve } from './quality-curve.ts';
import { transferOf } from '../transfer/transfers-store.ts';

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
    priceLines: linesOf(call),
    quality: qualityCurve(await samplesOf(database, call.id)),
    archivedAt: (await archivedAt(database, call.id))?.toISOString() ?? null,
    forward: forwardView(await forwardOf(database, call.id), call.rated.terms.currency),
  };
}

function linesOf(call: CallRecord): PriceLine[] {
  if (call.charge === null) return [];
  const { answeredSeconds } = call.charge;
  return priceLines(call.rated.terms, { answeredSeconds, included: call.allowance, forgiven: forgivenPart(call) });
}

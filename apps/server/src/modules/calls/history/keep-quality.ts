import type { QualitySample } from '@farline/contracts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { insertSamples } from './call-quality-store.ts';
import { callNotAnswered, callNotFound, callOver } from '../record/calls-problems.ts';
import { findCall } from '../record/calls-store.ts';

/** How long after a call's end what was measured of it may still come. */
const LATE_MS = 10 * 60_000;
/** A browser counts its seconds a little differently. */
const SLACK_SECONDS = 5;

/**
 * Keeps what a browser measured of its own account's call, each second once; returns how many samples were new. Seconds
 * that the call has not had are left out, so a call keeps no more samples than it has seconds.
 */
export async function keepQuality(
  deps: { database: Database; clock: Clock },
  report: { callId: string; accountId: string; samples: QualitySample[] },
): Promise<number> {
  const stored = await findCall(deps.database, report.callId);
  if (stored === null || stored.call.accountId !== report.accountId) throw callNotFound();
  const { progress } = stored.call;
  const answeredAt = 'answeredAt' in progress ? progress.answeredAt : null;
  if (answeredAt === null) throw callNotAnswered();

  const now = deps.clock.now().getTime();
  const endedAt = progress.state === 'ended' ? progress.endedAt.getTime() : now;
  if (now - endedAt > LATE_MS) throw callOver();
  const longest = (endedAt - answeredAt.getTime()) / 1000 + SLACK_SECONDS;
  const samples = report.samples.filter((sample) => sample.second <= longest);
  return samples.length === 0 ? 0 : await insertSamples(deps.database, report.callId, samples);
}

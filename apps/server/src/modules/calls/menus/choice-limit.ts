import { isPossiblyForged } from '@farline/contracts';
import type { Executor } from '../../../platform/database.ts';
import { takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import type { CallRecord } from '../record/call-record.ts';

/** Two calls with three choices each: whoever chooses more often reaches nobody by it. */
const MOST_OF_ONE_CALLER = 6;
/** Whoever shows no number, or one that may be forged, may be anybody, and they are counted together. */
const MOST_OF_UNKNOWN = 20;
const WINDOW_SECONDS = 60;

/** Whether menus of a number may put this caller through once more within a minute, however many calls they have there; takes it if so. */
export async function takeChoice(
  database: Executor,
  { call, now }: { call: Pick<CallRecord, 'from' | 'to' | 'callerDoubt'>; now: Date },
): Promise<boolean> {
  const from = isPossiblyForged(call.callerDoubt) ? null : call.from;
  const most = from === null ? MOST_OF_UNKNOWN : MOST_OF_ONE_CALLER;
  const limit = { key: `menu-choices:${call.to}:${from ?? 'unknown'}`, most, windowSeconds: WINDOW_SECONDS };
  return (await takeFromRateLimit(database, limit, now)) === 0;
}

import type { Executor } from '../../../platform/database.ts';
import { takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import type { CallRecord } from '../record/call-record.ts';

/** Two calls with three choices each: whoever chooses more often reaches nobody by it. */
const MOST_OF_ONE_CALLER = 6;
/** Whoever does not show a number may be anybody, and they are counted together. */
const MOST_WITHHELD = 20;
const WINDOW_SECONDS = 60;

/** Whether menus of a number may put this caller through once more within a minute, however many calls they have there; takes it if so. */
export async function takeChoice(
  database: Executor,
  { call, now }: { call: Pick<CallRecord, 'from' | 'to'>; now: Date },
): Promise<boolean> {
  const { from, to } = call;
  const most = from === null ? MOST_WITHHELD : MOST_OF_ONE_CALLER;
  const limit = { key: `menu-choices:${to}:${from ?? 'withheld'}`, most, windowSeconds: WINDOW_SECONDS };
  return (await takeFromRateLimit(database, limit, now)) === 0;
}

import { toMoney } from '@farline/contracts';
import { inTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { Problem } from '../../../platform/problems.ts';
import { eachSideBySide } from '../../../platform/concurrency/each-side-by-side.ts';
import { findThread } from '../inbox/threads-store.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import { recipientBlocked, sentTooLate } from '../record/messages-problems.ts';
import { isPassing } from '../record/passing-reasons.ts';
import type { ScheduledRecord } from '../record/scheduled-message.ts';
import { claimDueScheduled, markFailed, markSent } from '../record/scheduled-store.ts';
import { writeMessage } from '../sending/write-message.ts';
import { tellThread } from './schedule-message.ts';

const AT_ONCE = 50;
const SIDE_BY_SIDE = 4;
/** Who takes one has this long; what could not be sent for a passing reason is tried again after it. */
const AGAIN_MS = 60_000;
/** Later than this a message would come at a time that nobody chose. */
const LATE_MS = 60 * 60_000;

/** It was changed, cancelled or sent by somebody else meanwhile: then nothing of it is written. */
class NotAsItWas extends Error {}

/** Sends the messages whose time has come. Each is judged, priced and paid as one that is written now, and sent once. */
export async function sendScheduled(deps: MessagesDeps, stopping?: AbortSignal): Promise<void> {
  while (stopping?.aborted !== true) {
    const now = deps.clock.now();
    const until = new Date(now.getTime() + AGAIN_MS);
    const due = await claimDueScheduled(deps.database, { now, until, most: AT_ONCE });
    await eachSideBySide(due, {
      most: SIDE_BY_SIDE,
      work: async (one) => await sendOne(deps, one),
      failed: (error) => deps.log.error({ err: error }, 'a scheduled message could not be sent'),
    });
    if (due.length < AT_ONCE) return;
  }
}

async function sendOne(deps: MessagesDeps, scheduled: ScheduledRecord): Promise<void> {
  try {
    await write(deps, scheduled);
  } catch (error) {
    if (error instanceof NotAsItWas) return;
    if (!(error instanceof Problem)) throw error;
    const isAgainLater = isPassing(error) || error.code === 'no_route';
    if (isAgainLater && !isLate(deps, scheduled)) return;
    await fail(deps, scheduled, error);
  }
}

async function write(deps: MessagesDeps, scheduled: ScheduledRecord): Promise<void> {
  const { id, version, accountId, userId, peer, number: from, text } = scheduled;
  if (isLate(deps, scheduled)) throw sentTooLate();
  const thread = await findThread(deps.database, { accountId, peer });
  if (thread?.isBlocked === true) throw recipientBlocked();
  await writeMessage(deps, {
    accountId,
    userId,
    spender: userId,
    to: peer,
    from,
    text,
    defaultCountry: undefined,
    pricePerSegment: toMoney(scheduled.perSegmentMicros, scheduled.currency),
    note: async (tx, messageId) => {
      if (!(await markSent(tx, { id, version, messageId }))) throw new NotAsItWas();
      await tellThread(tx, scheduled);
    },
  });
}

async function fail(deps: MessagesDeps, scheduled: ScheduledRecord, problem: Problem): Promise<void> {
  const { id, version, accountId, peer } = scheduled;
  await inTransaction(deps.database, async (tx) => {
    const reason = problem.code;
    if (!(await markFailed(tx, { id, version, reason, reasonText: problem.message }))) return;
    await tellThread(tx, scheduled);
    await publish(tx, { type: 'scheduled_message.failed', accountId, subjectId: id, payload: { peer, reason } });
  });
}

function isLate({ clock }: Pick<MessagesDeps, 'clock'>, { sendAt }: ScheduledRecord): boolean {
  return clock.now().getTime() - sendAt.getTime() > LATE_MS;
}

import { instantOf, MESSAGE_LIMITS, type scheduledChange, type SendAt } from '@farline/contracts';
import type { z } from 'zod';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { newWork, type Work } from '../../../platform/work.ts';
import { invalidField, tooBusy } from '../../../platform/problems.ts';
import { requireOpen } from '../../accounts/index.ts';
import { keepThread } from '../inbox/threads-store.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import {
  alreadySent,
  recipientBlocked,
  scheduledNotFound,
  tooFarAhead,
  tooManyScheduled,
} from '../record/messages-problems.ts';
import type { ScheduledRecord } from '../record/scheduled-message.ts';
import {
  countScheduled,
  deleteScheduled,
  findScheduled,
  insertScheduled,
  lockSchedule,
  lockScheduled,
  saveScheduled,
} from '../record/scheduled-store.ts';
import type { PlannedMessage } from '../sending/plan-message.ts';
import type { SendRequest } from '../sending/send-request.ts';
import { planSendable } from '../sending/write-message.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A clock of the sender's that is a little slow does not make a time of the past. */
const PAST_MS = 60_000;
/** Each begins anew only because somebody else has changed it. */
const MOST_TRIES = 5;
const RETRY_SECONDS = 2;

type Whose = { accountId: string; id: string };

type ScheduleRequest = Omit<SendRequest, 'note' | 'answers'> & { userId: string; sendAt: SendAt };

/**
 * Writes a message down that is sent at a time. Nothing is held for it: it is judged, priced and paid when that comes, and never
 * costs more a segment than was shown. Throws the Problem that says why it could not be sent now either.
 * What is written already under the id of its work is given as it is.
 */
export async function scheduleMessage(
  deps: MessagesDeps,
  request: ScheduleRequest,
  { id, mayBeDone }: Work = newWork(deps.clock),
): Promise<ScheduledRecord> {
  const whose = { id, accountId: request.accountId };
  const written = mayBeDone ? await findScheduled(deps.database, whose) : null;
  if (written !== null) return written;
  const now = deps.clock.now();
  const time = timeOf(request.sendAt, now);
  const planned = await planToSchedule(deps, request);
  const { accountId, userId } = request;
  const scheduled: ScheduledRecord = {
    id,
    accountId,
    userId,
    peer: planned.rated.number,
    createdAt: now,
    version: 1,
    ...contentOf(request.text, planned),
    ...time,
    state: 'scheduled',
  };
  return await inTransaction(deps.database, async (tx) => {
    await requireOpen(tx, accountId);
    await lockSchedule(tx, accountId);
    const meanwhile = mayBeDone ? await findScheduled(tx, whose) : null;
    if (meanwhile !== null) return meanwhile;
    if ((await countScheduled(tx, accountId)) >= MESSAGE_LIMITS.scheduled)
      throw tooManyScheduled(MESSAGE_LIMITS.scheduled);
    await insertScheduled(tx, scheduled);
    await keepThread(tx, { accountId, peer: scheduled.peer, at: now });
    await tellThread(tx, scheduled);
    return scheduled;
  });
}

/**
 * Another text, sender or time of a message that is not sent yet, at the price of now; one that failed waits again. Where somebody else has
 * changed it meanwhile, it begins anew from what they made of it, so that neither change is lost.
 */
export async function changeScheduled(
  deps: MessagesDeps,
  whose: Whose,
  change: z.output<typeof scheduledChange>,
): Promise<ScheduledRecord> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const changed = await changeAsRead(deps, whose, change);
    if (changed !== 'changed_meanwhile') return changed;
  }
  throw tooBusy(RETRY_SECONDS);
}

async function changeAsRead(
  deps: MessagesDeps,
  whose: Whose,
  change: z.output<typeof scheduledChange>,
): Promise<ScheduledRecord | 'changed_meanwhile'> {
  const before = await findScheduled(deps.database, whose);
  if (before === null) throw scheduledNotFound();
  if (before.state === 'sent') throw alreadySent();
  const { accountId, userId, peer: to } = before;
  const from = change.from ?? before.number;
  const text = change.text ?? before.text;
  const sendAt = change.sendAt ?? before.sendAt.toISOString();
  const time = {
    ...timeOf(sendAt, deps.clock.now()),
    ...(change.sendAt === undefined ? { timeZone: before.timeZone } : {}),
  };
  const { pricePerSegment } = change;
  const request = { accountId, userId, spender: userId, to, from, text, defaultCountry: undefined, pricePerSegment };
  const planned = await planToSchedule(deps, request);
  return await inTransaction(deps.database, async (tx) => {
    const locked = await lockScheduled(tx, whose);
    if (locked === null) throw scheduledNotFound();
    if (locked.state === 'sent') throw alreadySent();
    if (locked.version !== before.version) return 'changed_meanwhile';
    const changed: ScheduledRecord = { ...before, ...contentOf(text, planned), ...time, state: 'scheduled' };
    await saveScheduled(tx, changed);
    await tellThread(tx, changed);
    return { ...changed, version: before.version + 1 };
  });
}

/** Takes back a message that is not sent yet, or one that failed. Gives what it was. */
export async function cancelScheduled(deps: MessagesDeps, whose: Whose): Promise<ScheduledRecord> {
  return await inTransaction(deps.database, async (tx) => {
    const scheduled = await lockScheduled(tx, whose);
    if (scheduled === null) throw scheduledNotFound();
    if (scheduled.state === 'sent') throw alreadySent();
    await deleteScheduled(tx, scheduled.id);
    await tellThread(tx, scheduled);
    return scheduled;
  });
}

/** Every page of the account hears that what is scheduled in a thread has changed. */
export async function tellThread(
  tx: Transaction,
  { accountId, peer }: Pick<ScheduledRecord, 'accountId' | 'peer'>,
): Promise<void> {
  await publish(tx, { type: 'thread.changed', accountId, subjectId: peer, payload: { peer } });
}

async function planToSchedule(deps: MessagesDeps, request: SendRequest): Promise<PlannedMessage> {
  const planned = await planSendable(deps, request);
  if (planned.conversation.isBlocked) throw recipientBlocked();
  return planned;
}

function contentOf(text: string, { sender, segments, rate }: PlannedMessage) {
  const { currency, perSegmentMicros } = rate;
  const { encoding, parts } = segments;
  return { number: sender.number, text, encoding, segments: parts.length, currency, perSegmentMicros };
}

function timeOf(wanted: SendAt, now: Date): { sendAt: Date; timeZone: string | null } {
  const at = typeof wanted === 'string' ? new Date(wanted) : instantOf(wanted);
  if (at === null) throw invalidField('sendAt', 'Choose a day and a time');
  const aheadMs = at.getTime() - now.getTime();
  if (aheadMs < -PAST_MS) throw invalidField('sendAt', 'This time has passed');
  if (aheadMs > MESSAGE_LIMITS.scheduledDays * DAY_MS) throw tooFarAhead();
  return { sendAt: at, timeZone: typeof wanted === 'string' ? null : wanted.timeZone };
}

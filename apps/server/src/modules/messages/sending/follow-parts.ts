import type { MessageReason } from '@farline/contracts';
import { inTransaction, type Database, type Transaction } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type NewEvent, publish } from '../../../platform/events.ts';
import { countedMessage } from '../record/counted-message.ts';
import type { MessageRecord } from '../record/message-record.ts';
import { type FollowedMessage, lockMessages, saveFollowed, type SettledMessage } from '../record/messages-store.ts';
import { type NextState, nextState } from './next-state.ts';
import { partStates } from './parts-store.ts';
import { settleMessages } from './settle-message.ts';

/** How long it is tried to find a carrier that takes a message. */
export const TRY_FOR_MS = 4 * 60 * 60_000;
const LONGEST_PAUSE_MS = 60_000;

/** Changes what is known of a message's parts, and then the message by what they are: its state, its money, its page. */
export async function change(
  deps: { database: Database; clock: Clock },
  id: string,
  how: (tx: Transaction, message: MessageRecord) => Promise<unknown>,
  because: { isOverdue?: boolean; isSender?: boolean; reason?: MessageReason } = {},
): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const before = (await lockMessages(tx, [id])).get(id);
    if (before === undefined) return;
    await how(tx, before);
    await followParts(tx, [before], { at: deps.clock.now(), ...because });
  });
}

type Because = { at: Date; isOverdue?: boolean; isSender?: boolean; reason?: MessageReason };

/**
 * Locked messages by what their parts are now: their state, their money, what pages are told. `reason`: why nobody takes them, if so;
 * `isSender`: whoever was sending them is done with them for now.
 */
export async function followParts(
  tx: Transaction,
  messages: readonly MessageRecord[],
  because: Because,
): Promise<void> {
  if (messages.length === 0) return;
  const { at, isOverdue } = because;
  const ids = messages.map(({ id }) => id);
  const states = await partStates(tx, ids);
  const followed = messages.map((message) => ({
    message,
    next: nextState(states.get(message.id) ?? [], isOverdue),
  }));
  const settled = await settleMessages(
    tx,
    followed.map(({ message, next }) => ({ message, chargedSegments: next.chargedSegments })),
    at,
  );
  const changed = followed.map(({ message, next }) => ({
    message,
    after: changeOf(message, next, because),
    charge: settled.get(message.id),
  }));
  await saveFollowed(tx, {
    at,
    followed: changed.map(({ after, charge }) => ({ ...after, settled: charge ?? null })),
  });
  await publish(tx, ...changed.flatMap((one) => eventsOf(one, at)));
}

type Changed = {
  message: MessageRecord;
  after: Omit<FollowedMessage, 'settled'>;
  charge: SettledMessage | undefined;
};

/** None where nothing has changed that anybody is shown. */
function eventsOf({ message, after, charge }: Changed, at: Date): NewEvent[] {
  const told = { accountId: message.accountId, subjectId: message.id };
  if (charge === undefined || charge.chargedSegments === 0) {
    return charge !== undefined || isSeen(message, after) ? [{ type: 'message.changed', ...told }] : [];
  }
  // Pages are shown what was charged as what has changed: one event says both.
  const spent = { sentAt: after.sentAt, chargedMicros: charge.costMicros, returnedMicros: 0n };
  const counted = countedMessage(message, spent);
  const payload = { at: at.toISOString(), costMicros: charge.costMicros.toString(), counted };
  return [{ type: 'message.charged', ...told, payload }];
}

/** Whether somebody who looks at the message sees what has changed. What was given back of its charge tells of itself. */
const isSeen = (message: MessageRecord, after: Changed['after']) =>
  (['state', 'reason', 'sentAt', 'endedAt'] as const).some((fact) => after[fact] !== message[fact]);

function changeOf(message: MessageRecord, next: NextState, because: Because): Changed['after'] {
  const { at, isSender = false, reason } = because;
  const isFirstTaken = message.sentAt === null && next.state !== 'queued' && next.state !== 'failed';
  const isEnd = next.state === 'delivered' || next.state === 'undelivered' || next.state === 'failed';
  const isPutOff = isSender && next.state === 'queued';
  return {
    id: message.id,
    state: next.state,
    reason: next.state === 'failed' ? (reason ?? next.reason) : next.reason,
    sentAt: isFirstTaken ? at : message.sentAt,
    endedAt: isEnd && message.endedAt === null ? at : message.endedAt,
    tries: isPutOff ? message.tries + 1 : message.tries,
    dueAt: isPutOff ? pausedUntil(message, at) : null,
    isReleased: isSender,
  };
}

/** Longer each time, at most a minute. */
const pausedUntil = ({ tries }: MessageRecord, at: Date) =>
  new Date(at.getTime() + Math.min(LONGEST_PAUSE_MS, 500 * 2 ** Math.min(tries, 10)));

import type { MessageReason } from '@farline/contracts';
import { inTransaction, type Database, type Transaction } from '../../../platform/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { publish } from '../../../platform/events.ts';
import type { MessageRecord } from '../record/message-record.ts';
import { lockMessage, updateMessage } from '../record/messages-store.ts';
import { nextState } from './next-state.ts';
import { partStates } from './parts-store.ts';
import { settleMessage } from './settle-message.ts';

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
    const before = await lockMessage(tx, id);
    if (before === null) return;
    await how(tx, before);
    await followParts(tx, before, { at: deps.clock.now(), ...because });
  });
}

/**
 * The message by what its parts are now: its state, its money, what pages are told. `reason`: why nobody takes it, if so; `isSender`:
 * whoever was sending it is done with it for now.
 */
export async function followParts(
  tx: Transaction,
  message: MessageRecord,
  because: { at: Date; isOverdue?: boolean; isSender?: boolean; reason?: MessageReason },
): Promise<void> {
  const { id, accountId } = message;
  const { at, isOverdue = false, isSender = false, reason } = because;
  const next = nextState(await partStates(tx, id), isOverdue);
  const isFirstTaken = message.sentAt === null && next.state !== 'queued' && next.state !== 'failed';
  const isEnd = next.state === 'delivered' || next.state === 'undelivered' || next.state === 'failed';
  await updateMessage(tx, id, {
    state: next.state,
    reason: next.state === 'failed' ? (reason ?? next.reason) : next.reason,
    ...(isFirstTaken ? { sentAt: at } : {}),
    ...(isEnd && message.endedAt === null ? { endedAt: at } : {}),
    ...(isSender ? { isReleased: true } : {}),
    ...(isSender && next.state === 'queued' ? { tries: message.tries + 1, dueAt: pausedUntil(message, at) } : {}),
  });
  if (next.chargedSegments !== null) await settleMessage(tx, message, { chargedSegments: next.chargedSegments, at });
  await publish(tx, { type: 'message.changed', accountId, subjectId: id });
}

/** Longer each time, at most a minute. */
const pausedUntil = ({ tries }: MessageRecord, at: Date) =>
  new Date(at.getTime() + Math.min(LONGEST_PAUSE_MS, 500 * 2 ** Math.min(tries, 10)));

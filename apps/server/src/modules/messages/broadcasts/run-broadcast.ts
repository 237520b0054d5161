import { type Money, parseDecimal } from '@farline/contracts';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Work } from '../../../platform/work.ts';
import type { MessagesDeps } from '../record/messages-deps.ts';
import {
  anotherBroadcastRunning,
  broadcastNotFound,
  broadcastNotStarted,
  broadcastOver,
  nobodyToWriteTo,
  paymentOwed,
  priceChanged,
} from '../record/messages-problems.ts';
import type { BroadcastRecord } from './broadcast.ts';
import { findBroadcast, listBroadcasts, lockBroadcast, lockBroadcasts, moveBroadcast } from './broadcast-store.ts';
import { planRecipients } from './plan-recipients.ts';
import { totalsOf } from './recipients-store.ts';
import { senderOf, type Whose } from './write-broadcast.ts';

/**
 * Starts a broadcast, or resumes one that is paused, for no more than its sender was shown. Everybody who waits is looked at anew
 * first: where that costs more now, it is refused, and the new cost can be seen. Where its work may have been done, one that is no draft any
 * more stays as it is: somebody may have paused it since.
 */
export async function startBroadcast(
  deps: MessagesDeps,
  whose: Whose,
  shown: Money,
  { mayBeDone }: Pick<Work, 'mayBeDone'> = { mayBeDone: false },
): Promise<void> {
  const { accountId, id } = whose;
  if (mayBeDone && (await findBroadcast(deps.database, whose))?.state !== 'draft') return;
  await replan(deps, whose);
  await inTransaction(deps.database, async (tx) => {
    await lockBroadcasts(tx, accountId);
    const broadcast = await startable(tx, whose);
    if (broadcast.state === 'running') return;
    const others = await listBroadcasts(tx, accountId);
    if (others.some(({ state }) => state === 'running')) throw anotherBroadcastRunning();
    const sender = await senderOf(deps, tx, { accountId, from: broadcast.number });
    if (sender.owes) throw paymentOwed();
    const freeSegments = sender.allowance?.segments ?? 0;
    const totals = await totalsOf(tx, { broadcastId: id, freeSegments, currency: shown.currency });
    if ((totals.counts.get('waiting') ?? 0) === 0) throw nobodyToWriteTo();
    const shownMicros = parseDecimal(shown.amount);
    const isMoreExpensive =
      shownMicros === null || totals.currency !== shown.currency || totals.costMicros > shownMicros;
    if (isMoreExpensive) throw priceChanged();
    await move(tx, broadcast, { state: 'running', stop: null, at: deps.clock.now() });
  });
}

/** Nothing more is sent until it is resumed. Once this is done, no message of it is written. */
export async function pauseBroadcast(deps: MessagesDeps, whose: Whose): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const broadcast = await lockBroadcast(tx, whose);
    if (broadcast === null) throw broadcastNotFound();
    if (broadcast.state === 'paused') return;
    if (broadcast.state !== 'running') throw broadcastNotStarted();
    await move(tx, broadcast, { state: 'paused', stop: null, at: deps.clock.now() });
  });
}

/** Who has not been written to is not written to any more. */
export async function cancelBroadcast(deps: MessagesDeps, whose: Whose): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const broadcast = await lockBroadcast(tx, whose);
    if (broadcast === null) throw broadcastNotFound();
    if (broadcast.state === 'cancelled') return;
    if (broadcast.state === 'completed') throw broadcastOver();
    if (broadcast.state === 'draft') throw broadcastNotStarted();
    await move(tx, broadcast, { state: 'cancelled', stop: null, at: deps.clock.now() });
  });
}

/** Looks at everybody who waits as things are now: prices, and who wants no messages any more. Also where nothing is started by it. */
export async function replan(deps: MessagesDeps, whose: Whose): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const broadcast = await startable(tx, whose);
    if (broadcast.state === 'running') return;
    const sender = await senderOf(deps, tx, { accountId: whose.accountId, from: broadcast.number });
    await planRecipients(deps, tx, broadcast, sender);
    // A page that asks when it pauses still reads what the rest cost before.
    await publish(tx, { type: 'broadcast.changed', accountId: broadcast.accountId, subjectId: broadcast.id });
  });
}

/** Every page of the account hears that a broadcast is in another state. */
export async function move(
  tx: Transaction,
  { id, accountId }: BroadcastRecord,
  to: { state: BroadcastRecord['state']; stop: BroadcastRecord['stop']; at: Date },
): Promise<void> {
  await moveBroadcast(tx, { id, ...to });
  await publish(tx, { type: 'broadcast.changed', accountId, subjectId: id });
}

async function startable(tx: Transaction, whose: Whose): Promise<BroadcastRecord> {
  const broadcast = await lockBroadcast(tx, whose);
  if (broadcast === null) throw broadcastNotFound();
  if (broadcast.state === 'completed' || broadcast.state === 'cancelled') throw broadcastOver();
  return broadcast;
}

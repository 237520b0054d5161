import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { type EventOf, eventTypes, type EventSubscription } from '../../platform/events.ts';
import { lockAutoTopUp, markToLookAt, saveAutoTopUp } from './automatic/auto-top-up-store.ts';
import { lockMethods, removeEveryMethod } from './record/methods-store.ts';
import { findPayment } from './record/payments-store.ts';
import { stopAutoTopUp } from './automatic/top-up-automatically.ts';

/**
 * Hears of balances that moved, for automatic top-up; of automatic payments that came to their end: a decline stops the
 * next one; and of accounts that were closed: their cards are forgotten.
 */
export function paymentEvents({
  clock,
}: {
  clock: Clock;
}): EventSubscription<'wallet.changed' | 'payment.ended' | 'account.closed'> {
  return {
    name: 'payments',
    types: eventTypes('wallet.changed', 'payment.ended', 'account.closed'),
    receiveAll: async (tx, events) => {
      const at = clock.now();
      for (const event of events) {
        if (event.type === 'payment.ended') await hearEnd(tx, event, at);
        if (event.type === 'account.closed') await hearClosing(tx, event, at);
      }
      const accountIds = [...new Set(events.flatMap(({ accountId }) => (accountId === null ? [] : [accountId])))];
      await markToLookAt(tx, { accountIds, at });
    },
  };
}

async function hearEnd(tx: Transaction, { accountId, subjectId }: EventOf<'payment.ended'>, at: Date): Promise<void> {
  if (accountId === null) return;
  const payment = await findPayment(tx, { id: subjectId, accountId });
  if (payment?.purpose.type !== 'auto_top_up' || payment.decline === null || payment.state === 'succeeded') return;
  const settings = await lockAutoTopUp(tx, accountId);
  // One that was switched on again since the payment began has a card to try again.
  if (settings?.state !== 'on' || settings.changedAt > payment.createdAt) return;
  await stopAutoTopUp(tx, settings, { because: 'declined', at });
}

async function hearClosing(tx: Transaction, { accountId }: EventOf<'account.closed'>, at: Date): Promise<void> {
  if (accountId === null) return;
  const settings = await lockAutoTopUp(tx, accountId);
  if (settings !== null) await saveAutoTopUp(tx, { ...settings, state: 'off', stoppedBecause: null, changedAt: at });
  await lockMethods(tx, accountId);
  await removeEveryMethod(tx, { accountId, at });
}

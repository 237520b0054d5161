import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Event, Subscription } from '../../platform/events.ts';
import { lockAutoTopUp, markToLookAt } from './auto-top-up-store.ts';
import { findPayment } from './payments-store.ts';
import { stopAutoTopUp } from './top-up-automatically.ts';

/** Hears of balances that moved, and of automatic payments that came to their end: a decline stops the next one. */
export function balancesHeard({ clock }: { clock: Clock }): Subscription {
  return {
    name: 'automatic top-up',
    types: ['wallet.changed', 'payment.ended'],
    receiveAll: async (tx, events) => {
      for (const event of events) if (event.type === 'payment.ended') await hearEnd(tx, event, clock.now());
      const accountIds = [...new Set(events.flatMap(({ accountId }) => (accountId === null ? [] : [accountId])))];
      await markToLookAt(tx, { accountIds, at: clock.now() });
    },
  };
}

async function hearEnd(tx: Transaction, { accountId, subjectId }: Event, at: Date): Promise<void> {
  if (accountId === null) return;
  const payment = await findPayment(tx, { id: subjectId, accountId });
  if (payment?.purpose.type !== 'auto_top_up' || payment.decline === null || payment.state === 'succeeded') return;
  const wish = await lockAutoTopUp(tx, accountId);
  // One that was switched on again since the payment began has a card to try again.
  if (wish?.state !== 'on' || wish.changedAt > payment.createdAt) return;
  await stopAutoTopUp(tx, wish, { because: 'declined', at });
}

import type { Micros } from '@farline/contracts';
import type { Payment } from './payment.ts';

/**
 * What has to move in the ledger: `put_in` a wallet; `take_back` from it as far as it can be spent, and the rest is owed.
 * Each has a cause of its own, so it moves once.
 */
export type MoneyMovement = {
  does: 'put_in' | 'take_back';
  cause: { type: 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won'; id: string };
  amountMicros: Micros;
};

/** What moves because a payment has come from one state to another. */
export function moneyMovementsOf(before: Payment, after: Payment): MoneyMovement[] {
  const movements: MoneyMovement[] = [];
  if (after.state === 'succeeded' && before.state !== 'succeeded') {
    movements.push({ does: 'put_in', cause: { type: 'payment', id: after.id }, amountMicros: after.amountMicros });
  }
  for (const { id, amountMicros, state, userId } of after.refunds) {
    const earlier = before.refunds.find((one) => one.id === id);
    // One that was asked for here was taken out of the wallet before the provider heard of it.
    if (earlier === undefined && userId === null && state !== 'failed') {
      movements.push({ does: 'take_back', cause: { type: 'refund', id }, amountMicros });
    }
    if (earlier !== undefined && earlier.state !== 'failed' && state === 'failed') {
      movements.push({ does: 'put_in', cause: { type: 'refund_failed', id }, amountMicros });
    }
  }
  for (const { id, amountMicros, state } of after.disputes) {
    const earlier = before.disputes.find((one) => one.id === id);
    const wasTaken = earlier !== undefined && earlier.state !== 'won';
    if (state !== 'won' && !wasTaken) {
      movements.push({ does: 'take_back', cause: { type: 'dispute', id }, amountMicros });
    }
    if (state === 'won' && wasTaken) {
      movements.push({ does: 'put_in', cause: { type: 'dispute_won', id }, amountMicros });
    }
  }
  return movements;
}

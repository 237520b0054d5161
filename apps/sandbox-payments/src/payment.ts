import type { CardOutcome, DeclineReason } from './test-cards.ts';

/** What a card leaves behind: never its number. */
export type CardMark = { brand: string; lastFour: string; expires: string };

/** A card that its owner let the shop keep: a token with a mark. */
export type SavedMethod = { id: string; customer: string; card: CardMark; outcome: CardOutcome; savedAt: string };

/** `open` waits for the payer; the last four never change again, except that a succeeded one may be given back. */
export type PaymentState = 'open' | 'needs_confirmation' | 'processing' | 'succeeded' | 'failed' | 'cancelled';

export type Payment = {
  id: string;
  state: PaymentState;
  /** In the smallest unit of the currency: cents. */
  amountCents: number;
  currency: string;
  /** The shop's own name for it. */
  reference: string;
  description: string;
  customer: string | null;
  returnUrl: string;
  card: CardMark | null;
  /** The saved method that paid it, or that was kept from it. */
  method: string | null;
  /** Why the last card was refused. */
  decline: DeclineReason | null;
  refundedCents: number;
  /** What the payer's bank took back. */
  disputedCents: number;
  /** When a payment that succeeds late does. */
  succeedsAt: string | null;
  createdAt: string;
};

export type EventType =
  | 'payment.succeeded'
  | 'payment.processing'
  | 'payment.declined'
  | 'payment.failed'
  | 'payment.cancelled'
  | 'payment.refunded'
  | 'payment.disputed';

/** A payment after something happened to it, and what the shop is told, in order. */
export type Step = { payment: Payment; tells: { type: EventType; payment: Payment }[] };

/** A card is laid on an open payment. From the hosted page a refused card can be followed by another. */
export function payWith(
  payment: Payment,
  card: { mark: CardMark; outcome: CardOutcome; method: string | null; from: 'page' | 'saved_method' },
  now: Date,
  lateMs: number,
): Step {
  if (payment.state !== 'open') return { payment, tells: [] };
  const paid: Payment = { ...payment, card: card.mark, method: card.method, decline: null };
  switch (card.outcome.kind) {
    case 'succeeds':
      return tell({ ...paid, state: 'succeeded' }, 'payment.succeeded');
    case 'declined': {
      const state = card.from === 'page' ? 'open' : 'failed';
      const declined: Payment = { ...payment, card: card.mark, decline: card.outcome.reason, state };
      return tell(declined, state === 'failed' ? 'payment.failed' : 'payment.declined');
    }
    case 'needs_confirmation':
      return { payment: { ...paid, state: 'needs_confirmation' }, tells: [] };
    case 'succeeds_late': {
      const succeedsAt = new Date(now.getTime() + lateMs).toISOString();
      return tell({ ...paid, state: 'processing', succeedsAt }, 'payment.processing');
    }
    case 'disputed': {
      const succeeded: Payment = { ...paid, state: 'succeeded' };
      const disputed: Payment = { ...succeeded, disputedCents: succeeded.amountCents };
      return {
        payment: disputed,
        tells: [
          { type: 'payment.succeeded', payment: succeeded },
          { type: 'payment.disputed', payment: disputed },
        ],
      };
    }
  }
}

/** The payer answers the bank's question. */
export function confirm(payment: Payment, answer: 'yes' | 'no'): Step {
  if (payment.state !== 'needs_confirmation') return { payment, tells: [] };
  return answer === 'yes'
    ? tell({ ...payment, state: 'succeeded' }, 'payment.succeeded')
    : tell({ ...payment, state: 'failed', decline: 'not_confirmed' }, 'payment.failed');
}

/** Money that was under way arrives. */
export function arrive(payment: Payment): Step {
  if (payment.state !== 'processing') return { payment, tells: [] };
  return tell({ ...payment, state: 'succeeded', succeedsAt: null }, 'payment.succeeded');
}

/** The payer turns back before paying. */
export function cancel(payment: Payment): Step {
  if (payment.state !== 'open' && payment.state !== 'needs_confirmation') return { payment, tells: [] };
  return tell({ ...payment, state: 'cancelled' }, 'payment.cancelled');
}

/** Gives some of a payment back; null when that is more than is left of it. */
export function refund(payment: Payment, amountCents: number): Step | null {
  const left = payment.amountCents - payment.refundedCents - payment.disputedCents;
  if (payment.state !== 'succeeded' || amountCents > left) return null;
  return tell({ ...payment, refundedCents: payment.refundedCents + amountCents }, 'payment.refunded');
}

function tell(payment: Payment, type: EventType): Step {
  return { payment, tells: [{ type, payment }] };
}

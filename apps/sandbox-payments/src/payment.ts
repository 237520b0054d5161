import type { CardOutcome, DeclineReason } from './test-cards.ts';

/** What a card leaves behind: never its number. */
export type CardMark = {
  brand: string;
  lastFour: string;
  expires: string;
  /** The same wherever this card is used, whoever uses it. Cards that an earlier version kept have none. */
  fingerprint?: string;
};

/** A card that its owner let the shop keep: a token with a mark. */
export type SavedMethod = { id: string; customer: string; card: CardMark; outcome: CardOutcome; savedAt: string };

/** `open` waits for the payer; the last four never change again, except that a succeeded one may be given back. */
export type PaymentState = 'open' | 'needs_confirmation' | 'processing' | 'succeeded' | 'failed' | 'cancelled';

/** Money that the shop gave back, by the shop's own name for it. */
export type Refund = { id: string; reference: string; amountCents: number; state: 'succeeded' };

/** Money that the payer's bank took back: for the time being, until it decides. */
export type Dispute = { id: string; amountCents: number; state: 'open' | 'won' | 'lost' };

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
  refunds: Refund[];
  disputes: Dispute[];
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
  | 'payment.disputed'
  | 'payment.dispute_won'
  | 'payment.dispute_lost'
  | 'setup.succeeded'
  | 'setup.declined'
  | 'setup.failed'
  | 'setup.cancelled';

/** A payment after something happened to it, and what the shop is told, in order. */
export type Step = { payment: Payment; tells: { type: EventType; payment: Payment }[] };

/** How a card came to a payment: typed on the page, or saved before, with its payer there or not. */
export type UsedCard = {
  mark: CardMark;
  outcome: CardOutcome;
  method: string | null;
  from: 'page' | 'saved_method' | 'saved_method_of_absent';
};

/** A card is used on an open payment. From the hosted page a refused card can be followed by another. */
export function payWith(
  payment: Payment,
  card: UsedCard,
  at: { now: Date; lateMs: number; newId: (kind: string) => string },
): Step {
  if (payment.state !== 'open') return { payment, tells: [] };
  const paid: Payment = { ...payment, card: card.mark, method: card.method, decline: null };
  const refuse = (decline: DeclineReason): Step => {
    const state = card.from === 'page' ? 'open' : 'failed';
    const declined: Payment = { ...payment, card: card.mark, decline, state };
    return tell(declined, state === 'failed' ? 'payment.failed' : 'payment.declined');
  };
  switch (card.outcome.kind) {
    case 'succeeds':
      return tell({ ...paid, state: 'succeeded' }, 'payment.succeeded');
    case 'declined':
      return refuse(card.outcome.reason);
    case 'declined_later':
      return card.from === 'page'
        ? tell({ ...paid, state: 'succeeded' }, 'payment.succeeded')
        : refuse('card_declined');
    case 'needs_confirmation':
      return card.from === 'saved_method_of_absent'
        ? refuse('authentication_required')
        : { payment: { ...paid, state: 'needs_confirmation' }, tells: [] };
    case 'succeeds_late': {
      const succeedsAt = new Date(at.now.getTime() + at.lateMs).toISOString();
      return tell({ ...paid, state: 'processing', succeedsAt }, 'payment.processing');
    }
    case 'disputed': {
      const succeeded: Payment = { ...paid, state: 'succeeded' };
      const { payment: disputed, tells } = dispute(succeeded, at.newId('dispute'));
      return { payment: disputed, tells: [{ type: 'payment.succeeded', payment: succeeded }, ...tells] };
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

/** What is left of a payment: neither given back nor taken back. */
export function leftOf(payment: Payment): number {
  if (payment.state !== 'succeeded') return 0;
  const refunded = payment.refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
  const disputed = payment.disputes.reduce(
    (sum, { state, amountCents }) => sum + (state === 'won' ? 0 : amountCents),
    0,
  );
  return payment.amountCents - refunded - disputed;
}

/** Gives some of a payment back; null when that is more than is left of it. */
export function refund(payment: Payment, given: Omit<Refund, 'state'>): Step | null {
  if (given.amountCents > leftOf(payment)) return null;
  return tell({ ...payment, refunds: [...payment.refunds, { ...given, state: 'succeeded' }] }, 'payment.refunded');
}

/** The payer tells their bank that it was not them: it takes back what is left, until it has decided. */
export function dispute(payment: Payment, id: string): Step {
  const amountCents = leftOf(payment);
  if (amountCents <= 0) return { payment, tells: [] };
  return tell({ ...payment, disputes: [...payment.disputes, { id, amountCents, state: 'open' }] }, 'payment.disputed');
}

/** The bank decides every open dispute of a payment: won gives the money to the shop again. */
export function decide(payment: Payment, state: 'won' | 'lost'): Step {
  if (!payment.disputes.some((one) => one.state === 'open')) return { payment, tells: [] };
  const disputes = payment.disputes.map((one) => (one.state === 'open' ? { ...one, state } : one));
  return tell({ ...payment, disputes }, `payment.dispute_${state}`);
}

function tell(payment: Payment, type: EventType): Step {
  return { payment, tells: [{ type, payment }] };
}

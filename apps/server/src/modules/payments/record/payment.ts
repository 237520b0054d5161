import { type Micros, micros, microsOfCents, type PaymentAtProvider } from '@farline/contracts';
import { applyReturns, type Dispute, type Refund } from './payment-returns.ts';

/** Money that somebody set out to pay into a wallet, and how far it has come. */
export type Payment = {
  id: string;
  accountId: string;
  userId: string;
  walletId: string;
  amountMicros: Micros;
  currency: string;
  provider: string;
  purpose: Purpose;
  /** The saved method that it is paid by; null: on the provider's page. */
  methodId: string | null;
  /** Of the card that was tried last. */
  card: { brand: string; lastFour: string } | null;
  /** Why the card that was tried last was refused, in the provider's word. */
  decline: string | null;
  refunds: Refund[];
  disputes: Dispute[];
  createdAt: Date;
} & Progress;

/** What a payment is for. The money goes into the wallet whatever it is; whoever wanted it takes it from there. */
export type Purpose = { type: 'top_up' | 'auto_top_up'; id: null } | { type: 'plan'; id: string };

type Progress =
  /** Written down before the provider is asked: it may not have heard of it. */
  | { state: 'starting' }
  /** For the payer, on the provider's page. */
  | { state: 'waiting'; providerId: string; pageUrl: string }
  | { state: 'processing'; providerId: string }
  | { state: 'succeeded'; providerId: string; endedAt: Date }
  | { state: 'failed'; providerId: string; endedAt: Date }
  | { state: 'cancelled'; providerId: string | null; endedAt: Date };

/** Updates that come late never lead back. That money came is the last word, whatever was said before. */
const HOW_FAR: Record<Payment['state'], number> = {
  starting: 0,
  waiting: 1,
  processing: 2,
  failed: 3,
  cancelled: 3,
  succeeded: 4,
};

/** Whether the update is of this payment: the same money, no more of it given back, and the same one at the provider. */
export function isUpdateOf(payment: Payment, update: PaymentAtProvider): boolean {
  const knownAs = 'providerId' in payment ? payment.providerId : null;
  const refundedCents = update.refunds.reduce((sum, one) => sum + (one.state === 'failed' ? 0 : one.amountCents), 0);
  return (
    update.reference === payment.id &&
    microsOfCents(update.amountCents) === payment.amountMicros &&
    update.currency === payment.currency &&
    refundedCents <= update.amountCents &&
    (knownAs === null || knownAs === update.providerId)
  );
}

/** The payment after an update of the provider, which may come twice, late or out of order: itself when it says nothing new. */
export function applyProviderUpdate(
  payment: Payment,
  update: PaymentAtProvider,
  at: Date,
  newId: () => string,
): Payment {
  const progress = progressOf(payment, update, at);
  const isBehind = HOW_FAR[progress.state] < HOW_FAR[payment.state];
  const isFurther = HOW_FAR[progress.state] > HOW_FAR[payment.state];
  const hasMoney = payment.state === 'succeeded' || progress.state === 'succeeded';
  const next: Payment = {
    ...payment,
    ...(isFurther ? progress : {}),
    card: isBehind ? payment.card : (update.card ?? payment.card),
    decline: isBehind ? payment.decline : update.decline,
    ...(hasMoney ? applyReturns(payment, update, { at, newId }) : {}),
  };
  return isFurther || differs(payment, next) ? next : payment;
}

function progressOf(payment: Payment, update: PaymentAtProvider, at: Date): Progress {
  const { providerId } = update;
  switch (update.state) {
    case 'open': {
      const known = payment.state === 'waiting' ? payment.pageUrl : '';
      return { state: 'waiting', providerId, pageUrl: update.pageUrl === '' ? known : update.pageUrl };
    }
    case 'processing':
      return { state: 'processing', providerId };
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return { state: update.state, providerId, endedAt: at };
  }
}

function differs(one: Payment, other: Payment): boolean {
  return (
    one.card?.brand !== other.card?.brand ||
    one.card?.lastFour !== other.card?.lastFour ||
    one.decline !== other.decline ||
    one.refunds !== other.refunds ||
    one.disputes !== other.disputes
  );
}

/** Whether a payment has no update to come of its own: it may still be given back or disputed. */
export function isEnded(payment: Payment): boolean {
  return 'endedAt' in payment;
}

/**
 * What was given back of a payment, or is on its way back: never more than it was, though the provider may give back by
 * itself what was just asked for here, before it refuses that.
 */
export function refundedOf(payment: Payment): Micros {
  return atMost(payment.amountMicros, sumOf(payment.refunds.filter((refund) => refund.state !== 'failed')));
}

/** What the payer's bank has taken back and has not returned. */
export function disputedOf(payment: Payment): Micros {
  return atMost(payment.amountMicros, sumOf(payment.disputes.filter((dispute) => dispute.state !== 'won')));
}

const atMost = (most: Micros, sum: Micros): Micros => (sum < most ? sum : most);

function sumOf(parts: { amountMicros: Micros }[]): Micros {
  return micros(parts.reduce((sum, part) => sum + part.amountMicros, 0n));
}

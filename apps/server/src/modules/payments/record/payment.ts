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

/** News that come late never lead back. That money came is the last word, whatever was said before. */
const HOW_FAR: Record<Payment['state'], number> = {
  starting: 0,
  waiting: 1,
  processing: 2,
  failed: 3,
  cancelled: 3,
  succeeded: 4,
};

/** Whether the news are of this payment: the same money, no more of it given back, and the same one at the provider. */
export function areNewsOf(payment: Payment, news: PaymentAtProvider): boolean {
  const knownAs = 'providerId' in payment ? payment.providerId : null;
  const refundedCents = news.refunds.reduce((sum, one) => sum + (one.state === 'failed' ? 0 : one.amountCents), 0);
  return (
    news.reference === payment.id &&
    microsOfCents(news.amountCents) === payment.amountMicros &&
    news.currency === payment.currency &&
    refundedCents <= news.amountCents &&
    (knownAs === null || knownAs === news.providerId)
  );
}

/** The payment after the news, which may come twice, late or out of order: itself when they say nothing new. */
export function applyNews(payment: Payment, news: PaymentAtProvider, at: Date, newId: () => string): Payment {
  const progress = progressOf(payment, news, at);
  const isBehind = HOW_FAR[progress.state] < HOW_FAR[payment.state];
  const isFurther = HOW_FAR[progress.state] > HOW_FAR[payment.state];
  const hasMoney = payment.state === 'succeeded' || progress.state === 'succeeded';
  const next: Payment = {
    ...payment,
    ...(isFurther ? progress : {}),
    card: isBehind ? payment.card : (news.card ?? payment.card),
    decline: isBehind ? payment.decline : news.decline,
    ...(hasMoney ? applyReturns(payment, news, { at, newId }) : {}),
  };
  return isFurther || differs(payment, next) ? next : payment;
}

function progressOf(payment: Payment, news: PaymentAtProvider, at: Date): Progress {
  const { providerId } = news;
  switch (news.state) {
    case 'open': {
      const known = payment.state === 'waiting' ? payment.pageUrl : '';
      return { state: 'waiting', providerId, pageUrl: news.pageUrl === '' ? known : news.pageUrl };
    }
    case 'processing':
      return { state: 'processing', providerId };
    case 'succeeded':
    case 'failed':
    case 'cancelled':
      return { state: news.state, providerId, endedAt: at };
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

/** Whether a payment has no news to come of its own: it may still be given back or disputed. */
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

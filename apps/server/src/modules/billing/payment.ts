import { type Micros, micros } from '@farline/contracts';

/** Money that somebody set out to pay into a wallet, and how far it has come. */
export type Payment = {
  id: string;
  accountId: string;
  userId: string;
  walletId: string;
  amountMicros: Micros;
  currency: string;
  provider: string;
  /** Of the card that was tried last. */
  card: { brand: string; lastFour: string } | null;
  /** Why the card that was tried last was refused, in the provider's word. */
  decline: string | null;
  refundedMicros: Micros;
  disputedMicros: Micros;
  createdAt: Date;
} & Progress;

type Progress =
  /** Written down before the provider is asked: it may not have heard of it. */
  | { state: 'starting' }
  /** For the payer, on the provider's page. */
  | { state: 'waiting'; providerId: string; pageUrl: string }
  | { state: 'processing'; providerId: string }
  | { state: 'succeeded'; providerId: string; endedAt: Date }
  | { state: 'failed'; providerId: string; endedAt: Date }
  | { state: 'cancelled'; providerId: string | null; endedAt: Date };

/** A payment as its provider sees it, now or at the time of an event. Amounts in cents. */
export type PaymentNews = {
  providerId: string;
  /** Our id of it. */
  reference: string;
  state: 'open' | 'processing' | 'succeeded' | 'failed' | 'cancelled';
  amountCents: number;
  currency: string;
  card: { brand: string; lastFour: string } | null;
  decline: string | null;
  refundedCents: number;
  disputedCents: number;
  /** Empty where the news do not say it. */
  pageUrl: string;
};

/** News that come late never lead back. That money came is the last word, whatever was said before. */
const HOW_FAR: Record<Payment['state'], number> = {
  starting: 0,
  waiting: 1,
  processing: 2,
  failed: 3,
  cancelled: 3,
  succeeded: 4,
};

/** Whether the news are of this payment: the same money, and the same payment at the provider. */
export function areNewsOf(payment: Payment, news: PaymentNews): boolean {
  const knownAs = payment.state === 'starting' ? null : payment.providerId;
  return (
    news.reference === payment.id &&
    microsOf(news.amountCents) === payment.amountMicros &&
    news.currency === payment.currency &&
    (knownAs === null || knownAs === news.providerId)
  );
}

/** The payment after the news, which may come twice, late or out of order: itself when they say nothing new. */
export function applyNews(payment: Payment, news: PaymentNews, at: Date): Payment {
  const progress = progressOf(payment, news, at);
  const isBehind = HOW_FAR[progress.state] < HOW_FAR[payment.state];
  const isFurther = HOW_FAR[progress.state] > HOW_FAR[payment.state];
  const next: Payment = {
    ...payment,
    ...(isFurther ? progress : {}),
    card: isBehind ? payment.card : (news.card ?? payment.card),
    decline: isBehind ? payment.decline : news.decline,
    refundedMicros: larger(payment.refundedMicros, microsOf(news.refundedCents)),
    disputedMicros: larger(payment.disputedMicros, microsOf(news.disputedCents)),
  };
  return isFurther || differs(payment, next) ? next : payment;
}

function progressOf(payment: Payment, news: PaymentNews, at: Date): Progress {
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
    one.refundedMicros !== other.refundedMicros ||
    one.disputedMicros !== other.disputedMicros
  );
}

/** Cents as micro-units. */
export function microsOf(cents: number): Micros {
  return micros(BigInt(cents) * 10_000n);
}

/** Micro-units as cents; the contract and the table see to it that an amount to pay is whole in them. */
export function centsOf(amount: Micros): number {
  return Number(amount / 10_000n);
}

function larger(one: Micros, other: Micros): Micros {
  return one > other ? one : other;
}

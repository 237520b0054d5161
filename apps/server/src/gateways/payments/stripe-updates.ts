import type {
  DisputeAtProvider,
  MethodAtProvider,
  PaymentAtProvider,
  RefundAtProvider,
  SetupAtProvider,
} from '@farline/contracts';
import type Stripe from 'stripe';
import { PaymentProviderError } from './payment-provider-error.ts';

/** Under this name Stripe keeps our own id of a payment, a setup or a refund. */
export const REFERENCE = 'farline_reference';

/** What was given back and taken back of a payment; it is asked for by itself. */
export type StripeReturns = { refunds: Stripe.Refund[]; disputes: Stripe.Dispute[] };
export const noReturns: StripeReturns = { refunds: [], disputes: [] };

/** A payment by a saved method: a payment intent with its newest charge and its method. */
export function paymentOfIntent(intent: Stripe.PaymentIntent, returns: StripeReturns): PaymentAtProvider {
  return {
    providerId: intent.id,
    reference: intent.metadata[REFERENCE] ?? '',
    state: stateOfSavedPayment(intent),
    amountCents: intent.amount,
    currency: intent.currency.toUpperCase(),
    ...cardAndDecline(intent),
    ...returnsOf(returns, intent),
    pageUrl: intent.next_action?.redirect_to_url?.url ?? '',
  };
}

/** A payment on Stripe's page: a checkout session with its payment intent, once there is one. */
export function paymentOfSession(session: Stripe.Checkout.Session, returns: StripeReturns): PaymentAtProvider {
  const intent = expanded(session.payment_intent);
  return {
    providerId: session.id,
    reference: session.client_reference_id ?? '',
    state: stateOfSession(session, intent),
    amountCents: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    ...(intent === null ? { card: null, cardFingerprint: null, decline: null, method: null } : cardAndDecline(intent)),
    ...returnsOf(returns, intent),
    pageUrl: session.url ?? '',
  };
}

/** A method that is added on Stripe's page: a checkout session that sets up, with its setup intent. */
export function setupOfSession(session: Stripe.Checkout.Session): SetupAtProvider {
  const intent = expanded(session.setup_intent);
  const method = methodOf(expanded(intent?.payment_method ?? null));
  const isKept = session.status === 'complete' && intent?.status === 'succeeded' && method !== null;
  return {
    providerId: session.id,
    reference: session.client_reference_id ?? '',
    state: isKept ? 'succeeded' : session.status === 'expired' ? 'cancelled' : 'open',
    decline: isKept ? null : declineOf(intent?.last_setup_error ?? null),
    method: isKept ? method : null,
    pageUrl: session.url ?? '',
  };
}

function stateOfSavedPayment({ status, next_action: next }: Stripe.PaymentIntent): PaymentAtProvider['state'] {
  if (status === 'succeeded') return 'succeeded';
  if (status === 'processing') return 'processing';
  if (status === 'canceled') return 'cancelled';
  // Without a page to confirm on, nobody can: the payer is absent.
  return status === 'requires_action' && next?.redirect_to_url?.url !== undefined ? 'open' : 'failed';
}

function stateOfSession(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): PaymentAtProvider['state'] {
  if (intent?.status === 'succeeded') return 'succeeded';
  if (session.status === 'expired' || intent?.status === 'canceled') return 'cancelled';
  if (session.status !== 'complete') return 'open';
  return intent?.status === 'processing' ? 'processing' : 'failed';
}

function cardAndDecline(
  intent: Stripe.PaymentIntent,
): Pick<PaymentAtProvider, 'card' | 'cardFingerprint' | 'decline' | 'method'> {
  const error = intent.last_payment_error;
  const card = expanded(intent.latest_charge)?.payment_method_details?.card ?? error?.payment_method?.card ?? null;
  const lastFour = card?.last4 ?? null;
  const isPaid = intent.status === 'succeeded' || intent.status === 'processing';
  const method = expanded(intent.payment_method);
  // Stripe keeps a card for its customer only where they ticked that, or where it was kept before.
  const isKept = isPaid && method !== null && method.customer !== null && method.allow_redisplay !== 'limited';
  return {
    card: card === null || lastFour === null ? null : { brand: brandOf(card.brand ?? ''), lastFour },
    cardFingerprint: card?.fingerprint ?? method?.card?.fingerprint ?? null,
    decline: isPaid ? null : declineOf(error),
    method: isKept ? methodOf(method) : null,
  };
}

function declineOf(error: { decline_code?: string; code?: string } | null): string | null {
  return error === null ? null : (error.decline_code ?? error.code ?? 'card_declined');
}

function methodOf(method: Stripe.PaymentMethod | null): MethodAtProvider | null {
  if (method?.card === undefined || method.card === null) return null;
  const { brand, last4, exp_year: year, exp_month: month } = method.card;
  return { providerId: method.id, brand: brandOf(brand), lastFour: last4, expires: { year, month } };
}

function returnsOf(
  { refunds, disputes }: StripeReturns,
  intent: Stripe.PaymentIntent | null,
): Pick<PaymentAtProvider, 'refunds' | 'disputes'> {
  if (intent === null) return { refunds: [], disputes: [] };
  return {
    refunds: refunds.map((refund): RefundAtProvider => {
      if (refund.currency !== intent.currency) {
        throw new PaymentProviderError(
          `refund ${refund.id} is in ${refund.currency}, its payment in ${intent.currency}`,
          { isUnreachable: false },
        );
      }
      const reference = refund.metadata?.[REFERENCE] ?? null;
      return { providerId: refund.id, reference, amountCents: refund.amount, state: stateOfRefund(refund.status) };
    }),
    disputes: disputes.flatMap((dispute): DisputeAtProvider[] => {
      const state = stateOfDispute(dispute.status);
      // A bank may tell it in its own currency: what that is in the payment's is not known before it is over.
      const amountCents = dispute.currency === intent.currency ? dispute.amount : intent.amount;
      return state === null ? [] : [{ providerId: dispute.id, amountCents, state }];
    }),
  };
}

function stateOfRefund(status: string | null): RefundAtProvider['state'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/** Null: a question of the bank, for which no money was taken. */
function stateOfDispute(status: string): DisputeAtProvider['state'] | null {
  if (status === 'won' || status === 'lost') return status;
  return status === 'prevented' || status.startsWith('warning_') ? null : 'open';
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

function brandOf(brand: string): string {
  return BRANDS[brand] ?? 'Card';
}

/** What was asked to come whole; an id alone is of no use. */
function expanded<T extends object>(value: string | T | null): T | null {
  return typeof value === 'string' ? null : value;
}

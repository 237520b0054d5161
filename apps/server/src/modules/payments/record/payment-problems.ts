import { formatDecimal, type Micros } from '@farline/contracts';
import { notFound, Problem } from '../../../platform/problems.ts';

export const paymentNotFound = () => notFound('The payment');
export const paymentMethodNotFound = () => notFound('The payment method');
export const methodSetupNotFound = () => notFound('The card setup');
export const noPaymentMethod = () =>
  new Problem('no_payment_method', 409, 'No payment method is saved. Add one first. Nothing was charged.');
export const autoTopUpChanged = () =>
  new Problem(
    'auto_top_up_changed',
    409,
    'Automatic top-up has been changed in the meantime. Nothing was saved: look at it again.',
  );
export const tooManyMethods = () =>
  new Problem('too_many_payment_methods', 409, 'No more payment methods can be kept. Remove one first.');
export const nothingToRefund = () =>
  new Problem('nothing_to_refund', 409, 'No unused credit came from a payment. Nothing was given back.');
export const refundTooLarge = ({ amountMicros, currency }: { amountMicros: Micros; currency: string }) =>
  new Problem(
    'refund_too_large',
    409,
    `At most ${formatDecimal(amountMicros)} ${currency} can be given back. Nothing was given back.`,
    { errors: { amount: `At most ${formatDecimal(amountMicros)} ${currency} can be given back` } },
  );
export const refundRefused = () =>
  new Problem(
    'refund_refused',
    409,
    'The payment provider refused to give it back. Nothing was given back: it’s in your balance.',
  );
export const paymentsUnavailable = () =>
  new Problem(
    'payments_unavailable',
    502,
    'The payment provider isn’t answering. Nothing was charged. Please try again in a minute.',
    { retryAfterSeconds: 60 },
  );
export const paymentKeyReused = () =>
  new Problem('idempotency_key_reused', 409, 'This Idempotency-Key was already used for another payment.');

const WEBHOOK_SENTENCES = {
  bad_signature: 'The signature is missing or wrong.',
  too_old: 'The signature is older than five minutes.',
  unreadable: 'The body isn’t an event that’s understood here.',
};
export const webhookRefused = (reason: keyof typeof WEBHOOK_SENTENCES) =>
  new Problem(`webhook_${reason}`, reason === 'unreadable' ? 400 : 401, WEBHOOK_SENTENCES[reason]);
export const paymentUnknown = () =>
  new Problem('payment_unknown', 404, 'No payment with this reference was started here.');
export const paymentDiffers = () =>
  new Problem('payment_differs', 409, 'The payment that was started here has another amount, currency or id.');

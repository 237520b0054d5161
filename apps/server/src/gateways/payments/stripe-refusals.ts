import Stripe from 'stripe';

/** Under another key, or of a customer of another one, Stripe knows nothing of what was started with the old one. */
export async function unknownAsNull<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** It was heard, and nothing was done. */
export function isRefusedAsAsked(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400;
}

export function isUnknown(error: unknown, what: 'customer' | 'payment_method'): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    error.param === what
  );
}

/** Whether a payment was refused since its saved method is gone: with its customer, or detached from it, for which Stripe has no code of its own. */
export async function isMethodGone(stripe: Stripe, error: unknown, method: string): Promise<boolean> {
  if (isUnknown(error, 'payment_method') || isUnknown(error, 'customer')) return true;
  if (!isRefusedAsAsked(error)) return false;
  const found = await unknownAsNull(stripe.paymentMethods.retrieve(method));
  return found === null || found.customer === null;
}

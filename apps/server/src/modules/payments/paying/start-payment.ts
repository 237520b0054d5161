import { centsOf, type Micros, type PaymentProvider } from '@farline/contracts';
import { newId } from '../../../platform/ids.ts';
import { tooManyRequests } from '../../../platform/problems.ts';
import { takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import type { Account } from '../../accounts/index.ts';
import { askAsCustomer } from '../record/customer-of.ts';
import type { Payment, Purpose } from '../record/payment.ts';
import { paymentKeyReused, paymentsUnavailable } from '../record/payment-problems.ts';
import { insertPayment } from '../record/payments-store.ts';
import { type ProviderUpdateDeps, takeProviderUpdate } from '../updates/take-provider-update.ts';

export const MOST_AN_HOUR = 30;
/** Updates usually come by themselves within this time. */
export const PATIENCE_MS = 10_000;

/**
 * Begins a payment on the provider's page: written down first, then started at the provider under our own id, so that
 * whatever dies in between is found again. The same key of the same user begins it once. Nothing is charged before the
 * payer pays on the page.
 */
export async function startPayment(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  wanted: { account: Account; userId: string; amountMicros: Micros; key: string | null },
): Promise<Payment> {
  const { account, amountMicros } = wanted;
  await countAddFunds(deps, account.id);
  const payment = await insertPayment(deps.database, {
    payment: newPayment(
      provider,
      { ...wanted, purpose: { type: 'top_up', id: null }, methodId: null },
      deps.clock.now(),
    ),
    requestKey: wanted.key,
    lookAt: new Date(deps.clock.now().getTime() + PATIENCE_MS),
  });
  const isSame = payment.amountMicros === amountMicros && payment.provider === provider.name;
  if (!isSame || payment.methodId !== null) throw paymentKeyReused();
  if (payment.state !== 'starting') return payment;

  try {
    const update = await askAsCustomer(deps.database, provider, account.id, async (customer) => {
      return await provider.startPayment(wordsFor(deps, payment, customer));
    });
    return (await takeProviderUpdate(deps, { provider: provider.name, update, event: null })).payment;
  } catch (error) {
    deps.log.warn({ err: error, payment: payment.id }, 'the payment provider could not start a payment');
    throw paymentsUnavailable();
  }
}

/** Refuses whoever adds funds more often than people do. */
export async function countAddFunds(deps: ProviderUpdateDeps, accountId: string): Promise<void> {
  const limit = { key: `add-funds:${accountId}`, most: MOST_AN_HOUR, windowSeconds: 3_600 };
  const waitSeconds = await takeFromRateLimit(deps.database, limit, deps.clock.now());
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
}

/** A payment as it is before anybody has heard of it. */
export function newPayment(
  provider: PaymentProvider,
  wanted: { account: Account; userId: string; amountMicros: Micros; purpose: Purpose; methodId: string | null },
  at: Date,
): Payment {
  const { account, userId, amountMicros, purpose, methodId } = wanted;
  return {
    id: newId(at),
    accountId: account.id,
    userId,
    walletId: account.walletId,
    amountMicros,
    currency: account.currency,
    provider: provider.name,
    purpose,
    methodId,
    card: null,
    decline: null,
    refunds: [],
    disputes: [],
    createdAt: at,
    state: 'starting',
  };
}

/** A payment in the words of its provider. */
export function wordsFor(deps: ProviderUpdateDeps, payment: Payment, customer: string) {
  return {
    key: payment.id,
    reference: payment.id,
    amountCents: centsOf(payment.amountMicros),
    currency: payment.currency,
    description: payment.purpose.type === 'plan' ? 'Farline: your plan' : 'Farline: add to your balance',
    customer,
    returnUrl: `${deps.publicUrl}/billing?payment=${payment.id}`,
  };
}

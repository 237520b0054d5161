import type { Micros, PaymentProvider } from '@farline/contracts';
import { inTransaction } from '../../../platform/database.ts';
import type { Account } from '../../accounts/index.ts';
import { customerOf } from '../record/customer-of.ts';
import type { Method } from '../record/method.ts';
import { findMethod } from '../record/methods-store.ts';
import type { Payment, Purpose } from '../record/payment.ts';
import { noPaymentMethod, paymentKeyReused, paymentMethodNotFound } from '../record/payment-problems.ts';
import { insertPayment, lockPayment, savePayment } from '../record/payments-store.ts';
import { newPayment, PATIENCE_MS, wordsFor } from './start-payment.ts';
import { type ProviderUpdateDeps, takeProviderUpdate, tellEnd } from '../updates/take-provider-update.ts';

/**
 * Pays by a saved method at once; without `methodId`, by the account's default. Written down first, then asked of the
 * provider under our own id; the same key of the same user pays once. When the provider does not answer, the payment is
 * under way, and what became of it is asked for until it is known. A payer who is present may have to confirm on the
 * provider's page; of one who is absent it fails then. Refuses an account without the method.
 */
export async function payByMethod(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  wanted: {
    account: Account;
    userId: string;
    amountMicros: Micros;
    purpose: Purpose;
    methodId: string | null;
    payer: 'present' | 'absent';
    key: string | null;
  },
): Promise<Payment> {
  const { account, methodId } = wanted;
  const method = await findMethod(deps.database, { accountId: account.id, provider: provider.name, id: methodId });
  if (method === null) throw methodId === null ? noPaymentMethod() : paymentMethodNotFound();

  const payment = await insertPayment(deps.database, {
    payment: newPayment(provider, { ...wanted, methodId: method.id }, deps.clock.now()),
    requestKey: wanted.key,
    lookAt: new Date(deps.clock.now().getTime() + PATIENCE_MS),
  });
  const isSame = payment.amountMicros === wanted.amountMicros && payment.provider === provider.name;
  if (!isSame || payment.methodId !== method.id) throw paymentKeyReused();
  return await askToPay(deps, provider, { payment, method, payer: wanted.payer });
}

/** Asks the provider for a payment that is written down; one that it has heard of stays as it is. */
export async function askToPay(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  asked: { payment: Payment; method: Method; payer: 'present' | 'absent' },
): Promise<Payment> {
  const { payment, method, payer } = asked;
  if (payment.state !== 'starting') return payment;
  try {
    const customer = await customerOf(deps.database, provider, payment.accountId);
    const words = wordsFor(deps, payment, customer);
    const update = await provider.payWithSavedMethod({ ...words, method: method.providerId, payer });
    if (update === null) return await giveUp(deps, payment, 'method_gone');
    return (await takeProviderUpdate(deps, { provider: provider.name, update, event: null })).payment;
  } catch (error) {
    // It may have been paid: it is asked for until that is known.
    deps.log.warn({ err: error, payment: payment.id }, 'the payment provider did not answer for a saved method');
    return payment;
  }
}

/**
 * Ends a payment that the provider has never heard of or refused to begin, or that its payer never confirmed. Money that
 * comes for it all the same is booked when it comes.
 */
export async function giveUp(deps: ProviderUpdateDeps, given: Payment, decline: string | null): Promise<Payment> {
  const at = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const payment = await lockPayment(tx, given);
    // An update may have come meanwhile.
    if (payment?.state !== given.state) return payment ?? given;
    if (payment.state !== 'starting' && payment.state !== 'waiting') return payment;
    const providerId = payment.state === 'waiting' ? payment.providerId : null;
    const ended: Payment = { ...payment, state: 'cancelled', decline, providerId, endedAt: at };
    await savePayment(tx, payment, ended);
    await tellEnd(tx, ended);
    return ended;
  });
}

import { centsOf, type PaymentProvider } from '@farline/contracts';
import { inTransaction } from '../../../platform/database.ts';
import { askEach } from '../record/ask-each.ts';
import { settleTrunkRight } from '../updates/settle-trunk-right.ts';
import { makeMoneyMovements } from '../updates/make-money-movements.ts';
import type { Payment } from '../record/payment.ts';
import { moneyMovementsOf } from '../record/money-movements.ts';
import type { Refund } from '../record/payment-returns.ts';
import { findPayment, lockPayment, savePayment } from '../record/payments-store.ts';
import { takeSilentRefund } from '../record/refunds-store.ts';
import { type ProviderUpdateDeps, takeProviderUpdate } from '../updates/take-provider-update.ts';
import { tellOfReturns } from '../updates/tell-of-returns.ts';

const AT_ONCE = 20;

/** Asks the provider to give money back; when it does not answer, it is asked again. */
export async function askToRefund(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  asked: { payment: Payment; refund: Refund },
): Promise<void> {
  try {
    await giveBack(deps, provider, asked);
  } catch (error) {
    deps.log.warn({ err: error, refund: asked.refund.id }, 'the payment provider could not give money back');
  }
}

/**
 * A provider forgets keys after a day or so: it is asked first what it knows of the refund, so that none is made twice and
 * none that was made is put back.
 */
async function giveBack(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  { payment, refund }: { payment: Payment; refund: Refund },
): Promise<void> {
  if (refund.state !== 'starting' || !('providerId' in payment) || payment.providerId === null) return;
  const known = (await askHowFar(deps, provider, payment)) ?? payment;
  if (known.refunds.find(({ id }) => id === refund.id)?.state !== 'starting') return;
  const update = await provider.refund({
    key: refund.id,
    reference: refund.id,
    payment: { providerId: payment.providerId, reference: payment.id },
    amountCents: centsOf(refund.amountMicros),
  });
  if (update === null) await putBack(deps, payment, refund.id);
  else await takeProviderUpdate(deps, { provider: provider.name, update, event: null });
}

/** Asks again for refunds of which nothing was heard. */
export async function askForRefunds(deps: ProviderUpdateDeps, provider: PaymentProvider): Promise<void> {
  const now = deps.clock.now();
  await askEach({
    most: AT_ONCE,
    take: async () => await takeSilentRefund(deps.database, { provider: provider.name, now }),
    ask: async ({ id, paymentId, accountId }) => {
      const payment = await findPayment(deps.database, { id: paymentId, accountId });
      const refund = payment?.refunds.find((one) => one.id === id);
      if (payment === null || refund === undefined) return;
      if (refund.state === 'starting') await giveBack(deps, provider, { payment, refund });
      else await askHowFar(deps, provider, payment);
    },
    failed: ({ id }, error) => deps.log.warn({ err: error, refund: id }, 'a refund could not be asked for'),
  });
}

/** The payment after what the provider says of it; null: it knows of none. */
async function askHowFar(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  payment: Payment,
): Promise<Payment | null> {
  const providerId = 'providerId' in payment ? payment.providerId : null;
  const wanted = { reference: payment.id, providerId, customer: '', startedAt: payment.createdAt };
  const update = await provider.findPayment(wanted);
  if (update === null) return null;
  return (await takeProviderUpdate(deps, { provider: provider.name, update, event: null })).payment;
}

/** The provider refused to give it back, and did not: the money is in the wallet again. */
async function putBack(deps: ProviderUpdateDeps, { id, provider }: Payment, refundId: string): Promise<void> {
  const at = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const payment = await lockPayment(tx, { id, provider });
    if (payment?.refunds.find((one) => one.id === refundId)?.state !== 'starting') return;
    const refunds = payment.refunds.map((one): Refund => {
      return one.id === refundId ? { ...one, state: 'failed', endedAt: at } : one;
    });
    const next: Payment = { ...payment, refunds };
    await savePayment(tx, payment, next);
    await settleTrunkRight(tx, { accountId: next.accountId, at });
    const left = await makeMoneyMovements(deps, tx, { payment: next, movements: moneyMovementsOf(payment, next), at });
    await tellOfReturns(deps, tx, { before: payment, after: next, left, at });
  });
}

import { type Micros, micros } from '@farline/contracts';
import { newId } from '../../platform/ids.ts';
import { tooManyRequests } from '../../platform/problems.ts';
import { takeFromLimit } from '../../platform/rate-limits.ts';
import type { Account } from '../accounts/index.ts';
import { centsOf, type Payment, type PaymentNews } from './payment.ts';
import { paymentKeyReused, paymentsUnavailable } from './payment-problems.ts';
import { insertPayment } from './payments-store.ts';
import { type NewsDeps, takeNews } from './take-news.ts';

/** What a payment needs of whoever takes the money. */
export type Provider = {
  name: 'sandbox';
  startPayment: (payment: {
    key: string;
    reference: string;
    amountCents: number;
    currency: string;
    description: string;
    customer: string;
    returnUrl: string;
  }) => Promise<PaymentNews>;
  findPayment: (reference: string) => Promise<PaymentNews | null>;
  readWebhook: (
    headers: Record<string, string | string[] | undefined>,
    body: string,
    now: Date,
  ) =>
    | { genuine: true; event: { id: string; type: string; payment: PaymentNews } }
    | { genuine: false; reason: 'bad_signature' | 'too_old' | 'unreadable' };
};

const MOST_AN_HOUR = 30;
/** News usually come by themselves within this time. */
const PATIENCE_MS = 10_000;

/**
 * Begins a payment: written down first, then started at the provider under our own id, so that whatever dies in between
 * is found again. The same key of the same user begins it once. Nothing is charged before the payer pays on the page.
 */
export async function startPayment(
  deps: NewsDeps,
  provider: Provider,
  wanted: { account: Account; userId: string; amountMicros: Micros; key: string | null },
): Promise<Payment> {
  const { account, userId, amountMicros } = wanted;
  const at = deps.clock.now();
  const limit = { key: `add-funds:${account.id}`, most: MOST_AN_HOUR, windowSeconds: 3_600 };
  const waitSeconds = await takeFromLimit(deps.database, limit, at);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);

  const payment = await insertPayment(deps.database, {
    payment: {
      id: newId(at),
      accountId: account.id,
      userId,
      walletId: account.walletId,
      amountMicros,
      currency: account.currency,
      provider: provider.name,
      card: null,
      decline: null,
      refundedMicros: micros(0n),
      disputedMicros: micros(0n),
      createdAt: at,
      state: 'starting',
    },
    requestKey: wanted.key,
    lookAt: new Date(at.getTime() + PATIENCE_MS),
  });
  if (payment.amountMicros !== amountMicros || payment.provider !== provider.name) throw paymentKeyReused();
  if (payment.state !== 'starting') return payment;

  const news = await provider
    .startPayment({
      key: payment.id,
      reference: payment.id,
      amountCents: centsOf(payment.amountMicros),
      currency: payment.currency,
      description: 'Farline: add to your balance',
      customer: account.id,
      returnUrl: `${deps.publicUrl}/billing?payment=${payment.id}`,
    })
    .catch((error: unknown) => {
      deps.log.warn({ err: error, payment: payment.id }, 'the payment provider could not start a payment');
      throw paymentsUnavailable();
    });
  return (await takeNews(deps, { provider: provider.name, news, event: null })).payment;
}

import type { PaymentView } from '@farline/contracts/billing';
import type { Money } from '@farline/contracts/money';
import { api } from '../../lib/api/api-client.ts';
import { formatPrice } from '../../lib/format/format.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { paymentsText } from '../../texts/payments.ts';
import { forgetPayments, paymentQuery } from './payment-queries.ts';
import { tryIntent } from '../../lib/api/try-intent.ts';

/** What came of it: the money is `there` or `under-way`, it is still `to-pay` on the provider's page, or the card was `refused`. */
export type Added =
  | { is: 'there' | 'under-way'; id: string; amount: Money }
  | { is: 'to-pay'; id: string; amount: Money; payUrl: string }
  | { is: 'refused'; sentence: string };

/** Adds to the balance; without a kept card it is paid on the provider's page. Wanted twice before it is answered, it is paid once. */
export async function addToBalance(body: { amount: number; paymentMethodId?: string }): Promise<Added> {
  const { payment } = await tryIntent(`add ${JSON.stringify(body)}`, async (idempotencyKey) =>
    api('POST /billing/add-funds', { body, idempotencyKey }),
  );
  forgetPayments();
  queryClient.setQueryData(paymentQuery(payment.id).queryKey, payment);
  return addedBy(payment);
}

/** What a payment says of the money that it is for. */
export function addedBy({ id, amount, payUrl, state, decline }: PaymentView): Added {
  if (payUrl !== null && state === 'waiting') return { is: 'to-pay', id, amount, payUrl };
  if (state === 'cancelled' && decline === null) {
    return { is: 'refused', sentence: billingText.say('paymentCancelled', { amount: formatPrice(amount) }) };
  }
  if (state === 'failed' || state === 'cancelled') {
    const t = paymentsText.say;
    return { is: 'refused', sentence: t('payDeclined', { why: t(whyOf(decline)) }) };
  }
  return { is: state === 'succeeded' ? 'there' : 'under-way', id, amount };
}

const WHY = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'not_confirmed',
  'authentication_required',
  'method_gone',
] as const;

function whyOf(decline: string | null) {
  const known = WHY.find((word) => word === decline);
  return known === undefined ? ('why_unknown' as const) : (`why_${known}` as const);
}

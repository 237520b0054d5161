import type { Money } from '@farline/contracts/money';
import { formatPrice } from '../../lib/format/format.ts';
import { notify } from '../../lib/page/notify.ts';
import { billingText } from '../../texts/billing.ts';
import { goToPay } from './pay-tab.ts';

/** Tells of a payment that waits on the provider's page, with the way there: what showed it is closed. */
export async function offerToGoOn(amount: Money, payUrl: string): Promise<void> {
  const t = billingText.say;
  const press = (): void => goToPay(payUrl);
  const message = t('paymentWaiting', { amount: formatPrice(amount) });
  await notify({ type: 'warning', message, durationMs: 0, action: { label: t('paymentGoOn'), press } });
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { formatPrice } from '../../lib/format/format.ts';
import { notify } from '../../lib/page/notify.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { PaymentNotice } from './payment-return.tsx';
import { paymentQuery } from './payment-queries.ts';

/** Somebody in a call pays in another tab: how that stands, and the way there. `onPaid` when the money has come. */
export function PayingBeside({ paymentId, onPaid }: { paymentId: string; onPaid: () => void }) {
  const t = billingText.useText();
  const { data } = useQuery(paymentQuery(paymentId), queryClient);
  const isPaid = data?.state === 'succeeded';
  const paid = useEffectEvent(() => {
    onPaid();
    if (data === undefined) return;
    void notify({ type: 'success', message: t('paymentSucceeded', { amount: formatPrice(data.amount) }) });
  });
  useEffect(() => {
    if (isPaid) paid();
  }, [isPaid]);
  return (
    <div className="grid gap-4" data-testid="paying-beside">
      <p>{t('payingBeside')}</p>
      <PaymentNotice id={paymentId} />
    </div>
  );
}

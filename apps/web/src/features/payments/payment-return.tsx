import type { PaymentView } from '@farline/contracts/billing';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { formatPrice } from '../../lib/format/format.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { Failed } from '../../ui/failed.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PayLink } from './pay-link.tsx';
import { forgetPayments, paymentMethodsQuery, paymentQuery } from './payment-queries.ts';
import { takeWayBack } from './way-back.ts';

/** What became of the payment in the address (`?payment=`), where the provider's page sends the browser back to. */
export function PaymentReturn() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const asked = search.get('payment');
  const [told, tell] = useState<string | null>(null);
  // Until the page that somebody left from stands there, this one must not change the address under it.
  const isLeaving = useRef(false);
  const id = asked ?? told;
  // What is over is told once: neither a reload nor the way back tells it again.
  const takeBack = (): void => {
    if (asked === null || isLeaving.current) return;
    tell(asked);
    setSearch(
      (now) => {
        now.delete('payment');
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const goBack = useEffectEvent((payment: string) => {
    const place = takeWayBack(payment);
    if (place === null) return;
    isLeaving.current = true;
    const query = new URLSearchParams(place.search);
    query.set('payment', payment);
    void navigate(`${place.pathname}?${query.toString()}`, { replace: true });
  });
  useEffect(() => {
    if (asked !== null) goBack(asked);
  }, [asked]);
  return id === null ? null : <PaymentNotice key={id} id={id} onOver={takeBack} />;
}

const KINDS = {
  waiting: 'warning',
  processing: 'info',
  succeeded: 'success',
  failed: 'error',
  cancelled: 'info',
} as const satisfies Record<PaymentView['state'], string>;
const WORDS = {
  waiting: 'paymentWaiting',
  processing: 'paymentProcessing',
  succeeded: 'paymentSucceeded',
  failed: 'paymentFailed',
  cancelled: 'paymentCancelled',
} as const satisfies Record<PaymentView['state'], string>;

/** What became of a payment, and the way to its page while it waits for one. */
export function PaymentNotice({ id, onOver }: { id: string; onOver?: () => void }) {
  const t = billingText.useText();
  const payment = useQuery(paymentQuery(id), queryClient);
  const state = payment.data?.state;
  const isOver = state === 'succeeded' || state === 'failed' || state === 'cancelled';
  const tellOver = useEffectEvent(() => onOver?.());
  useEffect(() => {
    if (isOver) tellOver();
  }, [isOver]);
  useEffect(() => {
    if (state !== 'succeeded') return;
    void queryClient.invalidateQueries({ queryKey: ['billing', 'history'] });
    void queryClient.invalidateQueries({ queryKey: ['billing', 'plan-quote'] });
    void queryClient.invalidateQueries({ queryKey: paymentMethodsQuery.queryKey });
    forgetPayments();
  }, [state]);

  if (payment.isError) {
    return (
      <Failed
        error={payment.error}
        fallback={t('paymentReadFailed')}
        safe={t('notTouched')}
        onTryAgain={() => void payment.refetch()}
      />
    );
  }
  if (payment.data === undefined) return null;
  const { amount, payUrl } = payment.data;
  return (
    <Notice
      kind={KINDS[payment.data.state]}
      title={t(WORDS[payment.data.state], { amount: formatPrice(amount) })}
      data-testid="payment-return"
      {...(payUrl === null
        ? {}
        : {
            action: <PayLink url={payUrl}>{t('paymentGoOn')}</PayLink>,
          })}
    />
  );
}

import type { PaymentView } from '@farline/contracts/billing';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { formatPrice } from '../../lib/format/format.ts';
import { formatExactly, formatWhen } from '../../lib/format/format-time.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { paymentsText } from '../../texts/payments.ts';
import { Amount } from '../../ui/amount.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { refundsQuery } from '../../lib/session/refunds-query.ts';
import { paymentsQuery } from './payment-queries.ts';
import { PayLink } from './pay-link.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** Saves the receipt of a payment, where it has one. */
type ReceiptButton = ComponentType<{ paymentId: string }>;

/** What was paid, what was given back of it and what is disputed; and the way to unused credit. */
export function Payments({ Receipt }: { Receipt: ReceiptButton }) {
  const t = paymentsText.useText();
  const billing = billingText.useText();
  const payments = useInfiniteQuery(paymentsQuery, queryClient);
  const refunds = useQuery(refundsQuery, queryClient);
  const [isRefunding, setRefunding] = useState(false);
  const items = payments.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <Card aria-label={t('paymentsTitle')} data-testid="payments">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-title font-semibold">{t('paymentsTitle')}</h2>
        {refunds.data !== undefined && items.length > 0 && (
          <Button look="quiet" size="small" onClick={() => setRefunding(true)}>
            {t('refundButton')}
          </Button>
        )}
      </div>
      {payments.isPending && <Skeleton className="h-12 w-full" />}
      {payments.isError && (
        <Failed
          error={payments.error}
          fallback={t('paymentsFailed')}
          safe={billing('notTouched')}
          onTryAgain={() => void payments.refetch()}
        />
      )}
      {payments.isSuccess && items.length === 0 && <p className="text-muted">{t('paymentsEmpty')}</p>}
      <ul>
        {items.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} Receipt={Receipt} />
        ))}
      </ul>
      <MoreButton list={payments} label={t('paymentsMore')} className="mt-3" />
      {isRefunding && refunds.data !== undefined && (
        <RefundDialog refunds={refunds.data} onClose={() => setRefunding(false)} />
      )}
    </Card>
  );
}

function PaymentLine({ payment, Receipt }: { payment: PaymentView; Receipt: ReceiptButton }) {
  const t = paymentsText.useText();
  const billing = billingText.useText();
  const { card, state, createdAt, payUrl } = payment;
  const facts = [
    ...(card === null ? [] : [t('paidBy', card)]),
    ...(payment.purpose === 'auto_top_up' ? [t('paidByItself')] : []),
    ...(payment.purpose === 'plan' ? [t('paidForPlan')] : []),
  ];
  return (
    <li className="border-t border-line py-2.5 first:border-t-0">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{state === 'succeeded' ? t('paid') : t(`paymentState_${state}`)}</span>
        <Amount of={payment.amount} as="exact" className="font-medium" />
      </div>
      <p className="text-note text-muted">
        <time dateTime={createdAt} title={formatExactly(createdAt)}>
          {formatWhen(createdAt)}
        </time>
        {facts.map((fact) => ` · ${fact}`)}
        {state === 'succeeded' && <Receipt paymentId={payment.id} />}
      </p>
      {state === 'waiting' && payUrl !== null && (
        <p className="mt-1 text-note">
          <PayLink url={payUrl}>{billing('paymentGoOn')}</PayLink>
        </p>
      )}
      {payment.refunds.map((refund) => (
        <p key={refund.id} className="mt-1 text-note">
          {t(`refund_${refund.state}`, { amount: formatPrice(refund.amount) })}
        </p>
      ))}
      {payment.disputes.map((dispute) => (
        <p key={dispute.id} className="mt-1 text-note font-medium">
          {t(`dispute_${dispute.state}`, { amount: formatPrice(dispute.amount) })}
        </p>
      ))}
    </li>
  );
}

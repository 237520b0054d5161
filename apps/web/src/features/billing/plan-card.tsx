import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { formatDay, formatPrice } from '../../lib/format.ts';
import { translateSentence } from '../../lib/i18n.ts';
import { queryClient } from '../../lib/queries.ts';
import { dayIn } from '../../lib/time-zone.ts';
import { billingText } from '../../texts/billing.ts';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { plansQuery, subscriptionQuery } from './billing-queries.ts';

/** The account's plan: what it costs by the month and what it gives. */
export function PlanCard() {
  const t = billingText.useText();
  const subscription = useQuery(subscriptionQuery, queryClient);
  const plans = useQuery(plansQuery, queryClient);
  const failed = subscription.error ?? plans.error;
  if (failed !== null) {
    return (
      <Failed
        error={failed}
        fallback={t('planFailed')}
        safe={t('notTouched')}
        onTryAgain={() => {
          void subscription.refetch();
          void plans.refetch();
        }}
      />
    );
  }
  if (subscription.data === undefined || plans.data === undefined) return <Skeleton className="h-64 rounded-card" />;
  const { planId, name, pricePerMonth, startedAt, renewsAt } = subscription.data;
  const features = plans.data.find((plan) => plan.id === planId)?.features ?? [];
  const isFree = Number(pricePerMonth.amount) === 0;
  return (
    <Card aria-label={t('planTitle')} data-testid="plan">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-title font-semibold">{name}</h2>
        <p className="font-medium">
          {isFree ? t('planFree') : t('planMonthly', { price: formatPrice(pricePerMonth) })}
        </p>
      </div>
      <p className="mt-1 text-note text-muted">
        {t('planActive', { when: formatDay(dayIn(new Date(startedAt)), 'full') })}{' '}
        {renewsAt === null ? t('planNoEnd') : t('planRenews', { when: formatDay(dayIn(new Date(renewsAt)), 'full') })}{' '}
        {plans.data.length === 1 && t('planOnlyOne')}
      </p>
      <ul className="mt-4 grid gap-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
            {translateSentence(feature)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount, formatDuration, formatSum } from '../../lib/format/format.ts';
import { queryClient, usageQuery } from '../../lib/session/queries.ts';
import { billingText } from '../../texts/billing.ts';
import { Amount } from '../../ui/amount.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';

/** What was used in the running month. */
export function UsageCard() {
  const t = billingText.useText();
  const usage = useQuery(usageQuery, queryClient);
  if (usage.isError) {
    return (
      <Failed
        error={usage.error}
        fallback={t('usageFailed')}
        safe={t('notTouched')}
        onTryAgain={() => void usage.refetch()}
      />
    );
  }
  const month = usage.data?.usage.currentMonth;
  return (
    <Card aria-label={t('usageTitle')} data-testid="usage">
      <h2 className="font-sans text-note tracking-normal text-muted">{t('usageTitle')}</h2>
      <dl className="mt-1 grid">
        <Line name={t('usageCalls')} value={month === undefined ? null : formatCount(month.calls)} />
        <Line
          name={t('usageTalked')}
          value={month === undefined ? null : formatDuration(month.seconds)}
          {...(month !== undefined && month.includedSeconds > 0
            ? { note: t('usageIncluded', { time: formatDuration(month.includedSeconds) }) }
            : {})}
        />
        <Line name={t('usageMessages')} value={month === undefined ? null : formatCount(month.sms)} />
        <Line
          name={t('usageSpend')}
          value={month === undefined ? null : <Amount of={month.price} as="sum" />}
          {...(month !== undefined && Number(month.practicePrice.amount) > 0
            ? { note: t('usagePractice', { amount: formatSum(month.practicePrice) }) }
            : {})}
        />
      </dl>
    </Card>
  );
}

function Line({ name, value, note }: { name: string; value: ReactNode; note?: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-t border-line py-2 first:border-t-0">
      <dt>
        {name}
        {note !== undefined && <span className="figures block text-note text-muted">{note}</span>}
      </dt>
      <dd className="figures text-lead font-semibold">{value ?? <Skeleton className="h-6 w-14" />}</dd>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import { Link } from 'react-router';
import { formatSum } from '../../lib/format/format.ts';
import { isOutOfReach, queryClient } from '../../lib/session/queries.ts';
import { limitsText } from '../../texts/limits.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { limitToday } from './limit-today.ts';
import { limitsQuery } from './limits-query.ts';

/** What may be spent today and what of it is used in one line, and the way to the limits. */
export function MeterCard() {
  const t = limitsText.useText();
  const limits = useQuery(limitsQuery, queryClient);
  const { data } = limits;
  const today = data === undefined ? undefined : limitToday(data);
  return (
    <Card aria-label={t('todayTitle')} className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Gauge aria-hidden className="size-6 shrink-0 text-accent" />
      <div className="min-w-48 flex-1">
        <h2 className="font-sans text-note tracking-normal text-muted">{t('todayTitle')}</h2>
        {today === undefined && !isOutOfReach(limits) ? (
          <Skeleton className="my-1 h-7 w-24" />
        ) : (
          <p className="figures text-title font-semibold">
            {today === undefined ? '–' : today === null ? t('todayLifted') : <Amount of={today.limit} as="balance" />}
          </p>
        )}
        {today === undefined && isOutOfReach(limits) && <p className="text-note text-muted">{t('readFailed')}</p>}
        {today !== undefined && today !== null && (
          <p className="text-note text-muted">{t('todayUsed', { used: formatSum(today.used) })}</p>
        )}
      </div>
      <Button asChild look="quiet">
        <Link to="/settings/limits">{t('toLimits')}</Link>
      </Button>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import { Link } from 'react-router';
import { formatBalance, formatPrice } from '../../lib/format/format.ts';
import { formatWhen } from '../../lib/format/format-time.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { limitsText } from '../../texts/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { limitsQuery } from './limits-query.ts';

/** The most that could be lost tonight in one line, and the way to the limits. */
export function MeterCard() {
  const t = limitsText.useText();
  const { data } = useQuery(limitsQuery, queryClient);
  const meter = data?.meter;
  return (
    <Card aria-label={t('meterTitle')} className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Gauge aria-hidden className="size-6 shrink-0 text-accent" />
      <div className="min-w-48 flex-1">
        <h2 className="text-note text-muted">{t('meterTitle')}</h2>
        {meter === undefined ? (
          <Skeleton className="my-1 h-7 w-24" />
        ) : (
          <p className="figures text-title font-semibold" title={formatPrice(meter.most)}>
            {formatBalance(meter.most)}
          </p>
        )}
        {meter !== undefined && (
          <p className="text-note text-muted">{t('meterLead', { time: formatWhen(meter.until) })}</p>
        )}
      </div>
      <Button asChild look="quiet">
        <Link to="/settings/limits">{t('toLimits')}</Link>
      </Button>
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/session/queries.ts';
import { analyticsText } from '../../texts/analytics.ts';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { ByDay } from './by-day.tsx';
import { ByPlace } from './by-place.tsx';
import type { ChartsProps } from './call-charts.tsx';
import { messageCsvPathOf, messageInsightQuery } from './insight-query.ts';
import { MESSAGE_MEASURES } from './measure.ts';
import { messageColumnsOf } from './sum-figures.ts';
import { FiguresSkeleton, Totals } from './totals.tsx';

/** What messages came to: in all, by day, by country and by person. */
export function MessageCharts({ span, measure, onChoose, emptyAction }: ChartsProps) {
  const t = analyticsText.useText();
  const insight = useQuery(messageInsightQuery(span), queryClient);
  if (insight.isError) {
    return (
      <Failed
        error={insight.error}
        fallback={t('failed')}
        safe={t('messagesNotTouched')}
        onTryAgain={() => void insight.refetch()}
      />
    );
  }
  if (insight.isPending) return <FiguresSkeleton measures={MESSAGE_MEASURES} />;
  const { total, days, countries, people } = insight.data;
  const { currency } = total.spend;
  const csvName = (by: string) => t('saveMessagesNamed', { by });
  const shared = { measures: MESSAGE_MEASURES, measure, noCountry: t('noCountry') };
  const placed = (by: 'country' | 'person') => ({
    ...shared,
    by,
    csvPath: messageCsvPathOf(span, by),
    csvName: csvName(by),
  });
  return (
    <>
      <Totals total={total} measures={MESSAGE_MEASURES} measure={measure} onChoose={onChoose} />
      {total.sent + total.received === 0 ? (
        <Empty level="h2" title={t('noMessagesTitle')} action={emptyAction}>
          {t('noMessagesBody')}
        </Empty>
      ) : (
        <>
          <ByDay
            shown={messageColumnsOf(days, currency)}
            currency={currency}
            measures={MESSAGE_MEASURES}
            measure={measure}
            csvPath={messageCsvPathOf(span, 'day')}
            csvName={csvName('day')}
          />
          <div className="grid items-start gap-4 @2xl:grid-cols-2 [&>*]:min-w-0">
            <ByPlace {...placed('country')} places={countries} />
            <ByPlace {...placed('person')} places={people} />
          </div>
        </>
      )}
    </>
  );
}

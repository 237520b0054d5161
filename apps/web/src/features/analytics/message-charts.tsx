import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/session/queries.ts';
import { analyticsText } from '../../texts/analytics.ts';
import { Empty } from '../../ui/empty.tsx';
import { ByDay } from './by-day.tsx';
import { ByGroup } from './by-group.tsx';
import type { ChartsProps } from './call-charts.tsx';
import { messageCsvPathOf, messageInsightQuery } from './insight-query.ts';
import { InsightPart } from './insight-part.tsx';
import { MESSAGE_MEASURES } from './measure.ts';
import { messageColumnsOf } from './sum-figures.ts';
import { Totals } from './totals.tsx';

/** What messages came to: in all, by day, by country and by person. */
export function MessageCharts({ span, measure, onChoose, emptyAction }: ChartsProps) {
  const t = analyticsText.useText();
  const insight = useQuery(messageInsightQuery(span), queryClient);
  const csvName = (by: string) => t('saveMessagesNamed', { by });
  const shared = { measures: MESSAGE_MEASURES, measure, noCountry: t('noCountry') };
  const placed = (by: 'country' | 'person') => ({
    ...shared,
    by,
    csvPath: messageCsvPathOf(span, by),
    csvName: csvName(by),
  });
  return (
    <InsightPart insight={insight} measures={MESSAGE_MEASURES} safe={t('messagesNotTouched')}>
      {({ total, days, countries, people }) => (
        <>
          <Totals total={total} measures={MESSAGE_MEASURES} measure={measure} onChoose={onChoose} />
          {total.sent + total.received === 0 ? (
            <Empty level="h2" title={t('noMessagesTitle')} action={emptyAction}>
              {t('noMessagesBody')}
            </Empty>
          ) : (
            <>
              <ByDay
                shown={messageColumnsOf(days, total.spend.currency)}
                currency={total.spend.currency}
                measures={MESSAGE_MEASURES}
                measure={measure}
                csvPath={messageCsvPathOf(span, 'day')}
                csvName={csvName('day')}
              />
              <div className="grid items-start gap-4 @2xl:grid-cols-2 [&>*]:min-w-0">
                <ByGroup {...placed('country')} groups={countries} />
                <ByGroup {...placed('person')} groups={people} />
              </div>
            </>
          )}
        </>
      )}
    </InsightPart>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../../lib/session/queries.ts';
import { analyticsText } from '../../texts/analytics.ts';
import { Empty } from '../../ui/empty.tsx';
import { ByDay } from './by-day.tsx';
import { ByGroup } from './by-group.tsx';
import { csvPathOf, insightQuery, type Span } from './insight-query.ts';
import { InsightPart } from './insight-part.tsx';
import { CALL_MEASURES, type Measure } from './measure.ts';
import { columnsOf } from './sum-figures.ts';
import { Totals } from './totals.tsx';

export interface ChartsProps {
  span: Span;
  measure: Measure;
  onChoose: (measure: Measure) => void;
  emptyAction: ReactNode;
}

/** What calls came to: in all, by day, by country and by destination. */
export function CallCharts({ span, measure, onChoose, emptyAction }: ChartsProps) {
  const t = analyticsText.useText();
  const insight = useQuery(insightQuery(span), queryClient);
  const csvName = (by: string) => t('saveNamed', { by });
  const shared = { measures: CALL_MEASURES, measure, noCountry: t('ourServices') };
  const placed = (by: 'country' | 'destination') => ({
    ...shared,
    by,
    csvPath: csvPathOf(span, by),
    csvName: csvName(by),
  });
  return (
    <InsightPart insight={insight} measures={CALL_MEASURES} safe={t('notTouched')}>
      {({ total, days, countries, destinations }) => (
        <>
          <Totals total={total} measures={CALL_MEASURES} measure={measure} onChoose={onChoose} />
          {total.calls === 0 && Number(total.spend.amount) === 0 ? (
            <Empty level="h2" title={t('emptyTitle')} action={emptyAction}>
              {t('emptyBody')}
            </Empty>
          ) : (
            <>
              <ByDay
                shown={columnsOf(days, total.spend.currency)}
                currency={total.spend.currency}
                measures={CALL_MEASURES}
                measure={measure}
                csvPath={csvPathOf(span, 'day')}
                csvName={csvName('day')}
              />
              <div className="grid items-start gap-4 @2xl:grid-cols-2 [&>*]:min-w-0">
                <ByGroup {...placed('country')} groups={countries} />
                <ByGroup {...placed('destination')} groups={destinations} />
              </div>
            </>
          )}
        </>
      )}
    </InsightPart>
  );
}

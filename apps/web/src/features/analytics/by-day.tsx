import type { DayFigures, MessageDayFigures } from '@farline/contracts/insight';
import type { FilePath } from '../../lib/api/api-routes.ts';
import { formatCount, formatDuration, formatPrice, formatShare } from '../../lib/format/format.ts';
import { formatDay } from '../../lib/format/format-time.ts';
import { twoSentences } from '../../lib/language/two-sentences.ts';
import { analyticsText } from '../../texts/analytics.ts';
import { Card } from '../../ui/card.tsx';
import { SaveFile } from '../../ui/save-file.tsx';
import { type Column, ColumnChart, highestOf } from './column-chart.tsx';
import { FiguresTable } from './figures-table.tsx';
import { type Measure, roundWordOf, sizeOf } from './measure.ts';
import { axisOf, durationAxisOf, wholeAxisOf } from './scale.ts';
import type { Columns } from './sum-figures.ts';

interface ByDayProps {
  shown: Columns<DayFigures | MessageDayFigures>;
  currency: string;
  measures: readonly Measure[];
  measure: Measure;
  /** The route that gives the same as CSV. */
  csvPath: FilePath;
  csvName: string;
}

/** A figure over the days of the period, or its weeks where the days are many. */
export function ByDay({ shown: { by, columns }, currency, measures, measure, csvPath, csvName }: ByDayProps) {
  const t = analyticsText.useText();
  const drawn: Column[] = columns.map((column) => {
    const word = roundWordOf(column, measure) ?? t('noneLong');
    return {
      key: column.day,
      label: formatDay(column.day),
      title: `${formatDay(column.day, by === 'day' ? 'weekday' : 'short')}: ${word}`,
      size: sizeOf(column, measure),
      word,
    };
  });
  const title = t(by === 'day' ? 'byDay' : 'byWeek', { figure: t(measure) });
  const highest = drawn[highestOf(drawn)];
  const summary =
    highest === undefined
      ? title
      : twoSentences(title, t(by === 'day' ? 'highest' : 'highestWeek', { value: highest.word, when: highest.label }));
  return (
    <Card aria-labelledby="by-day" data-testid="by-day">
      <h2 id="by-day" className="mb-4 text-title font-semibold">
        {title}
      </h2>
      <ColumnChart summary={summary} columns={drawn} axis={linesOf(highest?.size ?? 0, measure, currency)} />
      <FiguresTable
        caption={title}
        nameOfFirst={t(by)}
        measures={measures}
        lines={columns.map((column) => ({
          ...column,
          key: column.day,
          name: formatDay(column.day, by === 'day' ? 'weekday' : 'full'),
        }))}
        beside={<SaveFile path={csvPath} name={csvName} />}
      />
    </Card>
  );
}

function linesOf(highest: number, measure: Measure, currency: string): { at: number; word: string }[] {
  switch (measure) {
    case 'calls':
    case 'minutes':
    case 'sent':
    case 'received':
      return wholeAxisOf(highest).map((at) => ({ at, word: formatCount(at) }));
    case 'spend':
      return axisOf(highest).map((at) => ({ at, word: formatPrice({ amount: String(at), currency }) }));
    case 'answerRate':
      return [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, word: formatShare(at) }));
    case 'averageSeconds':
      return durationAxisOf(highest).map((at) => ({ at, word: formatDuration(at) }));
  }
}

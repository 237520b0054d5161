import type { CallFigures } from '@farline/contracts/insight';
import { formatCount, formatDuration, formatPrice, formatShare, formatSum } from '../../lib/format/format.ts';

/** What the charts can show. */
export const MEASURES = ['calls', 'minutes', 'spend', 'answerRate', 'averageSeconds'] as const;
export type Measure = (typeof MEASURES)[number];

/** A figure's size for drawing; null where there is nothing to measure, as the answer rate of no calls. */
export function sizeOf(figures: CallFigures, measure: Measure): number | null {
  return measure === 'spend' ? Number(figures.spend.amount) : figures[measure];
}

/** A figure as people read it; null where there is none. */
export function wordOf(figures: CallFigures, measure: Measure): string | null {
  switch (measure) {
    case 'calls':
      return formatCount(figures.calls);
    case 'minutes':
      return formatCount(Math.round(figures.minutes * 10) / 10);
    case 'spend':
      return formatPrice(figures.spend);
    case 'answerRate':
      return figures.answerRate === null ? null : formatShare(figures.answerRate);
    case 'averageSeconds':
      return figures.averageSeconds === null ? null : formatDuration(figures.averageSeconds);
  }
}

/** The same to be read at a glance: money as every total. */
export function roundWordOf(figures: CallFigures, measure: Measure): string | null {
  return measure === 'spend' ? formatSum(figures.spend) : wordOf(figures, measure);
}

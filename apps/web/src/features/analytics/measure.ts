import type { CallFigures, MessageFigures } from '@farline/contracts/insight';
import { formatCount, formatDuration, formatPrice, formatShare, formatSum } from '../../lib/format/format.ts';

/** What the charts can show of calls, and of messages. */
export const CALL_MEASURES = ['calls', 'minutes', 'spend', 'answerRate', 'averageSeconds'] as const;
export const MESSAGE_MEASURES = ['sent', 'received', 'spend'] as const;
export type Measure = (typeof CALL_MEASURES | typeof MESSAGE_MEASURES)[number];

export type Figures = CallFigures | MessageFigures;

/** A figure's size for drawing; null where there is nothing to measure, as the answer rate of no calls. */
export function sizeOf(figures: Figures, measure: Measure): number | null {
  switch (measure) {
    case 'spend':
      return Number(figures.spend.amount);
    case 'sent':
    case 'received':
      return 'sent' in figures ? figures[measure] : null;
    case 'calls':
    case 'minutes':
    case 'answerRate':
    case 'averageSeconds':
      return 'calls' in figures ? figures[measure] : null;
  }
}

/** A figure as people read it; null where there is none. */
export function wordOf(figures: Figures, measure: Measure): string | null {
  const size = sizeOf(figures, measure);
  if (size === null) return null;
  switch (measure) {
    case 'calls':
    case 'sent':
    case 'received':
      return formatCount(size);
    case 'minutes':
      return formatCount(Math.round(size * 10) / 10);
    case 'spend':
      return formatPrice(figures.spend);
    case 'answerRate':
      return formatShare(size);
    case 'averageSeconds':
      return formatDuration(size);
  }
}

/** The same to be read at a glance: money as every total. */
export function roundWordOf(figures: Figures, measure: Measure): string | null {
  return measure === 'spend' ? formatSum(figures.spend) : wordOf(figures, measure);
}

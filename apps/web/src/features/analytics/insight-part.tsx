import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isOutOfReach } from '../../lib/session/queries.ts';
import { analyticsText } from '../../texts/analytics.ts';
import { cx } from '../../ui/cx.ts';
import { Failed } from '../../ui/failed.tsx';
import type { Measure } from './measure.ts';
import { FiguresSkeleton } from './totals.tsx';

interface InsightPartProps<Data> {
  insight: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'isPaused' | 'isPlaceholderData'> & {
    refetch: () => Promise<unknown>;
  };
  measures: readonly Measure[];
  /** What is safe where nothing could be read. */
  safe: string;
  children: (data: Data) => ReactNode;
}

/** What a period came to. The figures of the one before stay until those of the next have come, and can be seen to be waiting. */
export function InsightPart<Data>({ insight, measures, safe, children }: InsightPartProps<Data>) {
  const t = analyticsText.useText();
  const { data, error, isError, isPlaceholderData } = insight;
  const isKnown = data !== undefined && !isPlaceholderData;
  if (isError || (!isKnown && isOutOfReach(insight))) {
    return <Failed error={error} fallback={t('failed')} safe={safe} onTryAgain={() => void insight.refetch()} />;
  }
  if (data === undefined) return <FiguresSkeleton measures={measures} />;
  return (
    <div
      aria-busy={isPlaceholderData}
      // Not at once: an answer that comes quickly would make them flicker.
      className={cx('grid gap-4 transition-opacity', isPlaceholderData && 'opacity-50 delay-200')}
    >
      {children(data)}
    </div>
  );
}

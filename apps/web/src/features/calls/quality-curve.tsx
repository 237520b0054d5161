import type { CallQuality } from '@farline/contracts/call-detail';
import { formatDuration } from '../../lib/format/format.ts';
import { formatPercent } from '../../lib/format/format-percent.ts';
import { callDetailText } from '../../texts/calls/call-detail.ts';
import { sharedText } from '../../texts/shared.ts';

const WIDTH = 320;
const HEIGHT = 72;
const BEST = 4.5;

/** How the call sounded, second by second, with its verdict in words. */
export function QualityCurve({ quality }: { quality: CallQuality }) {
  const t = callDetailText.useText();
  const shared = sharedText.useText();
  const { points, average, verdict, worstScore } = quality;
  const last = Math.max(1, points.at(-1)?.second ?? 1);
  const line = points.map(({ second, score }) => `${(second / last) * WIDTH},${heightOf(score)}`).join(' ');
  const figures = [
    t('soundAverage', { loss: formatPercent(average.lossPercent, 1), jitter: Math.round(average.jitterMs) }),
    average.roundTripMs === null ? null : t('soundRoundTrip', { ms: Math.round(average.roundTripMs) }),
  ].filter((part) => part !== null);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        className="h-18 w-full rtl:-scale-x-100"
        aria-label={t('soundCurve', { worst: round(worstScore) })}
      >
        <line
          x1="0"
          x2={WIDTH}
          y1={heightOf(4)}
          y2={heightOf(4)}
          className="stroke-line"
          strokeDasharray="3 4"
          vectorEffect="non-scaling-stroke"
        />
        <line
          x1="0"
          x2={WIDTH}
          y1={heightOf(3)}
          y2={heightOf(3)}
          className="stroke-line"
          strokeDasharray="3 4"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={line}
          fill="none"
          strokeWidth="2.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-accent"
        />
      </svg>
      <figcaption className="figures mt-1 flex justify-between gap-4 text-note text-muted">
        <span>
          <span className="font-medium text-text">{t(`verdict_${verdict}`)}</span>
          {shared('point')}
          {figures.join(shared('comma'))}
        </span>
        <span>{formatDuration(last)}</span>
      </figcaption>
    </figure>
  );
}

function heightOf(score: number): number {
  return HEIGHT - 3 - ((score - 1) / (BEST - 1)) * (HEIGHT - 6);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

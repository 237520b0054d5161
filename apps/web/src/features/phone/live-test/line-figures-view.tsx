import { formatPercent } from '../../../lib/format/format-percent.ts';
import { webrtcText } from '../../../texts/webrtc-test.ts';
import { cx } from '../../../ui/cx.ts';
import { type Grade, gradeOf, type LineFigures, type Measure, valueOf } from './line-verdict.ts';

const MEASURES = [
  { measure: 'roundTrip', unit: 'ms', digits: 0 },
  { measure: 'loss', unit: 'percent', digits: 1 },
  { measure: 'jitter', unit: 'ms', digits: 0 },
] as const satisfies readonly { measure: Measure; unit: string; digits: number }[];

/** Round trip, loss and jitter, each with its grade in a word. Their places are kept before anything is measured. */
export function LineFiguresView({ figures }: { figures: LineFigures | null }) {
  return (
    <dl className="mt-5 grid gap-3 @sm:grid-cols-3">
      {MEASURES.map((shown) => (
        <Figure key={shown.measure} {...shown} figures={figures} />
      ))}
    </dl>
  );
}

const COLOURS: Record<Grade, string> = { good: 'text-call', fair: 'text-attention', poor: 'text-stop' };

function Figure(shown: { measure: Measure; unit: 'ms' | 'percent'; digits: number; figures: LineFigures | null }) {
  const t = webrtcText.useText();
  const { measure, unit, digits, figures } = shown;
  const value = figures === null ? null : valueOf(measure, figures);
  const grade = figures === null ? null : gradeOf(measure, figures);
  return (
    <div
      className="flex items-baseline justify-between gap-3 rounded-control bg-softer p-3.5 @sm:block"
      data-measure={measure}
      data-value={value ?? ''}
    >
      <dt>
        <span className="block text-note font-medium">{t(`figure_${measure}`)}</span>
        <span className="block text-note text-muted">{t(`note_${measure}`)}</span>
      </dt>
      <dd className="text-end @sm:mt-1 @sm:text-start">
        <span className="figures block whitespace-nowrap text-lead font-semibold">
          {value === null ? '–' : shortened(value, unit, digits)}
        </span>
        <span className={cx('block text-note font-medium', grade === null ? 'text-muted' : COLOURS[grade])}>
          {grade === null ? t('notMeasured') : t(`grade_${grade}`)}
        </span>
      </dd>
    </div>
  );
}

/** A measured value with so many digits; what is above nothing but would read as nothing stands as `< 1 ms`. */
function shortened(value: number, unit: 'ms' | 'percent', digits: number): string {
  const least = 10 ** -digits;
  const isTiny = value > 0 && value < least;
  const shown = isTiny ? least : value;
  const word = unit === 'percent' ? formatPercent(shown, digits) : webrtcText.say('ms', { value: Math.round(shown) });
  return isTiny ? `< ${word}` : word;
}

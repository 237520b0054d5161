import { analyticsText } from '../../texts/analytics.ts';
import { Skeleton } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { FITTED, fittedRow } from '../../ui/fitted-figures.ts';
import { type Figures, type Measure, roundWordOf, wordOf } from './measure.ts';

interface TotalsProps {
  total: Figures;
  measures: readonly Measure[];
  measure: Measure;
  onChoose: (measure: Measure) => void;
}

/** The sums of the period; one of them is what the charts show. */
export function Totals({ total, measures, measure, onChoose }: TotalsProps) {
  const t = analyticsText.useText();
  const words = measures.map((name) => roundWordOf(total, name) ?? t('none'));
  const longest = Math.max(...words.map((word) => word.length));
  return (
    <fieldset className={gridOf(measures, longest)} style={fittedRow(longest, '--text-title')}>
      <legend className="sr-only">{t('figure')}</legend>
      {measures.map((name, index) => (
        <label
          key={name}
          className={cx(
            '@container relative flex cursor-pointer flex-col justify-between gap-1 rounded-card bg-raised p-4 transition-shadow',
            'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            name === measure ? 'shadow-[inset_0_0_0_2px_var(--accent)]' : 'hover:shadow-[inset_0_0_0_2px_var(--line)]',
          )}
        >
          <input
            type="radio"
            name="figure"
            value={name}
            checked={name === measure}
            onChange={() => onChoose(name)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span className={cx('text-note', name === measure ? 'font-semibold text-accent' : 'text-muted')}>
            {t(`total_${name}`)}
          </span>
          <span
            className="display figures text-title font-semibold"
            style={FITTED}
            title={wordOf(total, name) ?? undefined}
            data-testid={`total-${name}`}
          >
            {words[index]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Stands where the figures will, until they are there. */
export function FiguresSkeleton({ measures }: { measures: readonly Measure[] }) {
  return (
    <>
      <div className={gridOf(measures)}>
        {measures.map((measure) => (
          <Skeleton key={measure} className="h-20 rounded-card" />
        ))}
      </div>
      <Skeleton className="h-96 rounded-card" />
    </>
  );
}

/** Five sums of so many letters stand beside one another; longer ones by three. */
const FIVE_FIT = 9;

function gridOf(measures: readonly Measure[], longest = 0): string {
  const isByThree = measures.length === 3 || longest > FIVE_FIT;
  return cx(
    'grid grid-cols-2 gap-3 @max-2xl:*:last:col-span-2',
    isByThree ? '@2xl:grid-cols-3' : '@2xl:grid-cols-5',
    measures.length > 3 && isByThree && '@2xl:*:last:col-span-2',
  );
}

import type { OwnLimits } from '@farline/contracts/limits';
import type { ReactNode } from 'react';
import { formatPrice } from '../../lib/format/format.ts';
import { limitsText } from '../../texts/limits.ts';

/** The slider ends at so many times what is usual; the field takes more. */
const USUAL_TIMES = 4;

interface DayFieldProps {
  own: OwnLimits;
  /** What stands in the field: an amount, once it is one. */
  typed: unknown;
  onSlide: (day: string) => void;
  /** The field for the exact amount. */
  children: ReactNode;
}

/** What may be spent in a day: a slider in whole units of the currency, and the exact amount beside it. */
export function DayField({ own, typed, onSlide, children }: DayFieldProps) {
  const t = limitsText.useText();
  const { amount, currency } = own.limits.day;
  const max = Math.ceil(Math.max(Number(own.usual.day.amount) * USUAL_TIMES, Number(amount)));
  const day = Number.isFinite(Number(typed)) ? Number(typed) : Number(amount);
  return (
    <div className="grid items-start gap-x-5 gap-y-2 @xl:grid-cols-2">
      {children}
      <input
        type="range"
        aria-label={t('daySlider')}
        // What was typed may lie between two steps, or beyond the end.
        aria-valuetext={formatPrice({ amount: String(day), currency })}
        min={0}
        max={max}
        step={1}
        value={Math.min(day, max)}
        onChange={({ target }) => onSlide(target.value)}
        className="h-11 w-full cursor-pointer accent-accent @xl:mt-7"
      />
    </div>
  );
}

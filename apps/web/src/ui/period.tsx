import { useState } from 'react';
import { addDays } from '../lib/format/time-zone.ts';
import { periodText } from '../texts/period.ts';
import { Field } from './field.tsx';
import { Segments } from './segments.tsx';

/** Two days of the calendar, both counted: `2026-03-31`. */
export interface Period {
  from: string;
  to: string;
}

const LENGTHS = ['7', '30', '90', '365'] as const;
const MOST_DAYS = 400;
type Choice = (typeof LENGTHS)[number] | 'own';

interface PeriodChoiceProps {
  value: Period;
  /** Today, in the zone whose days these are. */
  today: string;
  onChoose: (period: Period) => void;
}

/** The last days up to today, or days of one's own. */
export function PeriodChoice({ value, today, onChoose }: PeriodChoiceProps) {
  const t = periodText.useText();
  const [isOwn, setOwn] = useState(false);
  // What is being typed; null: the days in force are shown.
  const [draft, setDraft] = useState<Period | null>(null);
  const days = draft ?? value;
  const usual =
    value.to === today ? LENGTHS.find((length) => lastDays(Number(length), today).from === value.from) : undefined;
  const choice: Choice = isOwn ? 'own' : (usual ?? 'own');
  const wrong = wrongOf(days);

  const change = (part: Partial<Period>): void => {
    const next = { ...days, ...part };
    setOwn(true);
    setDraft(next);
    if (wrongOf(next) === null) onChoose(next);
  };
  return (
    <div className="grid gap-3">
      <Segments<Choice>
        label={t('period')}
        // Three and two on a telephone: the last would have a row of its own.
        className="max-sm:*:basis-[28%]"
        value={choice}
        options={[
          ...LENGTHS.map((length) => ({ value: length, label: t(`days${length}`) })),
          { value: 'own', label: t('own') },
        ]}
        onChoose={(chosen) => {
          setOwn(chosen === 'own');
          setDraft(null);
          if (chosen !== 'own') onChoose(lastDays(Number(chosen), today));
        }}
      />
      {choice === 'own' && (
        <div className="flex flex-wrap gap-3" onBlur={() => wrong === null && setDraft(null)}>
          <Field
            label={t('from')}
            type="date"
            max={today}
            value={days.from}
            onChange={(event) => change({ from: event.target.value })}
          />
          <Field
            label={t('to')}
            type="date"
            max={today}
            value={days.to}
            error={wrong === null || wrong === 'incomplete' ? undefined : t(wrong)}
            onChange={(event) => change({ to: event.target.value })}
          />
        </div>
      )}
    </div>
  );
}

/** So many days up to today, with it. */
export function lastDays(count: number, today: string): Period {
  return { from: addDays(today, 1 - count), to: today };
}

function wrongOf({ from, to }: Period): 'incomplete' | 'wrongWay' | 'tooLong' | null {
  if (from === '' || to === '') return 'incomplete';
  if (from > to) return 'wrongWay';
  return addDays(from, MOST_DAYS) <= to ? 'tooLong' : null;
}

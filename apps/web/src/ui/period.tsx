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
const USUAL = ['month', ...LENGTHS] as const;
const MOST_DAYS = 400;
type Usual = (typeof USUAL)[number];
type Choice = Usual | 'own';

interface PeriodChoiceProps {
  value: Period;
  /** Today, in the zone whose days these are. */
  today: string;
  onChoose: (period: Period) => void;
}

/** This month, the last days up to today, or days of one's own. */
export function PeriodChoice({ value, today, onChoose }: PeriodChoiceProps) {
  const t = periodText.useText();
  const [isOwn, setOwn] = useState(false);
  // On some days two of the usual periods are the same days: the one that was chosen is meant.
  const [chosen, setChosen] = useState<Choice | null>(null);
  // What is being typed; null: the days in force are shown.
  const [draft, setDraft] = useState<Period | null>(null);
  const days = draft ?? value;
  const usual = USUAL.filter((one) => isSame(usualPeriod(one, today), value));
  const choice: Choice = isOwn ? 'own' : (usual.find((one) => one === chosen) ?? usual[0] ?? 'own');
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
        // Three and three on a telephone.
        className="max-sm:*:basis-[28%]"
        value={choice}
        options={[
          { value: 'month', label: t('month') },
          ...LENGTHS.map((length) => ({ value: length, label: t(`days${length}`) })),
          { value: 'own', label: t('own') },
        ]}
        onChoose={(next) => {
          setOwn(next === 'own');
          setChosen(next);
          setDraft(null);
          if (next !== 'own') onChoose(usualPeriod(next, today));
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

/** The days of this month up to today, with it. */
export function monthUpTo(today: string): Period {
  return { from: `${today.slice(0, 8)}01`, to: today };
}

const usualPeriod = (one: Usual, today: string): Period =>
  one === 'month' ? monthUpTo(today) : lastDays(Number(one), today);

const isSame = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to;

/** So many days up to today, with it. */
export function lastDays(count: number, today: string): Period {
  return { from: addDays(today, 1 - count), to: today };
}

function wrongOf({ from, to }: Period): 'incomplete' | 'wrongWay' | 'tooLong' | null {
  if (from === '' || to === '') return 'incomplete';
  if (from > to) return 'wrongWay';
  return addDays(from, MOST_DAYS) <= to ? 'tooLong' : null;
}

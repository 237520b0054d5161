import type { OpenSpan } from '@farline/contracts/numbers/number-rules';
import { Clock, Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { knownTimeZones } from '../../lib/format/time-zone.ts';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field, FieldError } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import type { RulePartProps } from './rule-callers.tsx';
import { RuleDaysOff } from './rule-days-off.tsx';
import { OFFICE_HOURS } from './rule-draft.ts';
import type { RuleIssues } from './rule-issues.ts';
import { RuleNode } from './rule-node.tsx';
import { dayName, spanInWords } from './rule-words.ts';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
/** As many as a rule takes. */
const MOST_SPANS = 14;

/** When a number is open: on whose clocks, at which hours of the week, and not on which days. */
export function RuleHours({ draft, issues, onChange }: RulePartProps & { issues: RuleIssues }) {
  const t = numberRulesText.useText();
  const { hours, isAlwaysOpen } = draft;
  const set = (place: number, span: OpenSpan): void =>
    onChange({ hours: hours.map((each, other) => (other === place ? span : each)) });
  return (
    <RuleNode title={t('hoursTitle')} icon={Clock} data-testid="rule-hours">
      <Select
        label={t('timeZone')}
        value={draft.timeZone}
        onChange={({ target }) => onChange({ timeZone: target.value })}
      >
        {knownTimeZones(draft.timeZone).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      <Segments
        label={t('hoursLabel')}
        className="justify-self-start"
        value={isAlwaysOpen ? 'always' : 'hours'}
        options={[
          { value: 'always', label: t('alwaysOpen') },
          { value: 'hours', label: t('atHours') },
        ]}
        onChoose={(chosen) => onChange({ isAlwaysOpen: chosen === 'always' })}
      />
      {!isAlwaysOpen && (
        <ul className="grid gap-4">
          {hours.map((span, place) => (
            <Span
              // A line is known by its place alone.
              key={place}
              span={span}
              isOnly={hours.length === 1}
              daysError={issues.get(`hours.${place}.days`)}
              onChange={(changed) => set(place, changed)}
              onRemove={() => onChange({ hours: hours.filter((_, other) => other !== place) })}
            />
          ))}
        </ul>
      )}
      {!isAlwaysOpen && hours.length < MOST_SPANS && (
        <Button
          look="quiet"
          size="small"
          className="justify-self-start"
          onClick={() => onChange({ hours: [...hours, OFFICE_HOURS] })}
        >
          <Plus aria-hidden className="size-4" />
          {t('addHours')}
        </Button>
      )}
      <RuleDaysOff draft={draft} onChange={onChange} />
    </RuleNode>
  );
}

type SpanProps = {
  span: OpenSpan;
  isOnly: boolean;
  daysError: string | undefined;
  onChange: (span: OpenSpan) => void;
  onRemove: () => void;
};

function Span({ span, isOnly, daysError, onChange, onRemove }: SpanProps) {
  const t = numberRulesText.useText();
  const errorId = useId();
  const { days, from, to } = span;
  return (
    <li className="grid gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1.5 text-note font-medium">{t('days')}</legend>
        {DAYS.map((day) => (
          <Day
            key={day}
            day={day}
            isOn={days.includes(day)}
            wrongBy={daysError === undefined ? undefined : errorId}
            onChange={(isOn) =>
              onChange({ ...span, days: DAYS.filter((each) => (each === day ? isOn : days.includes(each))) })
            }
          />
        ))}
      </fieldset>
      {daysError !== undefined && <FieldError id={errorId}>{daysError}</FieldError>}
      <div className="flex items-end gap-3">
        <Field
          label={t('from')}
          type="time"
          required
          className="min-w-0 flex-1"
          value={from}
          onChange={({ target }) => target.value !== '' && onChange({ ...span, from: target.value })}
        />
        <Field
          label={t('to')}
          type="time"
          required
          className="min-w-0 flex-1"
          value={to}
          onChange={({ target }) => target.value !== '' && onChange({ ...span, to: target.value })}
        />
        {!isOnly && (
          <IconButton label={t('removeHours', { hours: spanInWords(span) })} onClick={onRemove}>
            <Trash2 aria-hidden className="size-4.5" />
          </IconButton>
        )}
      </div>
      {to <= from && <p className="text-note text-muted">{t('nextDay')}</p>}
    </li>
  );
}

interface DayProps {
  day: number;
  isOn: boolean;
  /** The id of the sentence that says what is wrong with the days. */
  wrongBy: string | undefined;
  onChange: (isOn: boolean) => void;
}

function Day({ day, isOn, wrongBy, onChange }: DayProps) {
  return (
    <label
      className={cx(
        'relative inline-flex min-h-9 min-w-11 cursor-pointer items-center justify-center rounded-control border px-2 text-note font-medium transition-colors has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isOn ? 'border-accent bg-accent-soft text-text' : 'border-edge text-muted hover:border-text hover:text-text',
      )}
    >
      <input
        type="checkbox"
        aria-label={dayName(day, 'long')}
        aria-invalid={wrongBy !== undefined}
        aria-describedby={wrongBy}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {dayName(day, 'short')}
    </label>
  );
}

import { type DayOff, RULE_LIMITS } from '@farline/contracts/numbers/number-rules';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../lib/api/http.ts';
import { upload } from '../../lib/api/upload.ts';
import { formatDay } from '../../lib/format/format-time.ts';
import { translateSentence } from '../../lib/language/i18n.ts';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { RulePartProps } from './rule-callers.tsx';
import { keyOfDay, withDays } from './rule-draft.ts';

const SHOWN_AT_FIRST = 8;
const LONGEST_NAME = 40;

/** The days on which a number does not open: typed one by one, or taken from a calendar. */
export function RuleDaysOff({ draft, onChange }: RulePartProps) {
  const t = numberRulesText.useText();
  const [isWhole, setWhole] = useState(false);
  const { daysOff } = draft;
  const shown = isWhole ? daysOff : daysOff.slice(0, SHOWN_AT_FIRST);
  const add = (days: DayOff[]): void => onChange((present) => ({ daysOff: withDays(present.daysOff, days) }));
  // What somebody types takes the place of what is there, with its name.
  const put = (day: DayOff): void => onChange((present) => ({ daysOff: withDays([day], present.daysOff) }));
  return (
    <section
      aria-labelledby="days-off"
      className="grid grid-cols-1 gap-3 border-t border-line pt-4"
      data-testid="days-off"
    >
      <div>
        <h3 id="days-off" className="font-sans text-body font-semibold tracking-normal">
          {t('daysOffTitle')}
        </h3>
        <p className="text-note text-muted">{t('daysOffNote')}</p>
      </div>
      {shown.length > 0 && (
        <ul>
          {shown.map((day) => (
            <DayLine
              key={keyOfDay(day)}
              day={day}
              onRemove={() => onChange({ daysOff: daysOff.filter((each) => each !== day) })}
            />
          ))}
        </ul>
      )}
      {shown.length < daysOff.length && (
        <Button look="quiet" size="small" className="justify-self-start" onClick={() => setWhole(true)}>
          {t('showAll', { count: daysOff.length })}
        </Button>
      )}
      {daysOff.length < RULE_LIMITS.daysOff && <AddDay onAdd={put} />}
      <FromCalendar daysOff={daysOff} onAdd={add} />
    </section>
  );
}

function DayLine({ day, onRemove }: { day: DayOff; onRemove: () => void }) {
  const t = numberRulesText.useText();
  const { date, name, isYearly } = day;
  const written = isYearly ? `${formatDay(date)} · ${t('yearly')}` : formatDay(date, 'full');
  return (
    <li className="flex items-center gap-3 border-t border-line first:border-t-0">
      <p className="min-w-0 flex-1 wrap-anywhere py-2">
        {written}
        {name !== '' && <span className="text-muted"> · {name}</span>}
      </p>
      <IconButton label={t('removeDay', { day: name === '' ? written : name })} onClick={onRemove} className="-me-2">
        <X aria-hidden className="size-4.5" />
      </IconButton>
    </li>
  );
}

function AddDay({ onAdd }: { onAdd: (day: DayOff) => void }) {
  const t = numberRulesText.useText();
  const [date, setDate] = useState('');
  const [name, setName] = useState('');
  const [isYearly, setYearly] = useState(false);
  const add = (): void => {
    onAdd({ date, name: name.trim(), isYearly });
    setDate('');
    setName('');
    setYearly(false);
  };
  return (
    <div className="grid items-start gap-3 @xl:grid-cols-2">
      <Field label={t('dayOffDate')} type="date" value={date} onChange={({ target }) => setDate(target.value)} />
      <Field
        label={t('dayOffName')}
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Checkbox label={t('yearly')} checked={isYearly} onChange={({ target }) => setYearly(target.checked)} />
      <Button
        look="quiet"
        size="small"
        className="justify-self-start @xl:justify-self-end"
        disabled={date === ''}
        onClick={add}
      >
        <Plus aria-hidden className="size-4" />
        {t('addDay')}
      </Button>
    </div>
  );
}

type Reading =
  | { is: 'idle' | 'reading' }
  | { is: 'read'; added: number; skipped: number }
  | { is: 'failed'; sentence: string };

function FromCalendar({ daysOff, onAdd }: { daysOff: DayOff[]; onAdd: (days: DayOff[]) => void }) {
  const t = numberRulesText.useText();
  const [reading, setReading] = useState<Reading>({ is: 'idle' });
  const read = async (file: File): Promise<void> => {
    setReading({ is: 'reading' });
    try {
      const found = await upload('/numbers/days-off', file, () => undefined);
      const added = withDays(daysOff, found.daysOff).length - daysOff.length;
      onAdd(found.daysOff);
      setReading({ is: 'read', added, skipped: found.skipped });
    } catch (error) {
      setReading({ is: 'failed', sentence: sentenceOf(error) });
    }
  };
  return (
    <>
      <div>
        <FileButton accept=".ics,text/calendar" size="small" isBusy={reading.is === 'reading'} onFile={read}>
          {t('calendar')}
        </FileButton>
      </div>
      {reading.is === 'read' && (
        <Notice kind="info">
          {t('daysAdded', { count: reading.added })}
          {reading.skipped > 0 && ` ${t('daysSkipped', { count: reading.skipped })}`}
        </Notice>
      )}
      {reading.is === 'failed' && (
        <Notice kind="error" title={t('calendarFailed')}>
          {translateSentence(reading.sentence)}
        </Notice>
      )}
    </>
  );
}

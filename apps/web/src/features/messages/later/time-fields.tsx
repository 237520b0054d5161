import { instantOf, type WallClock } from '@farline/contracts/messages/wall-clock';
import { useState } from 'react';
import { shownTimeZone, todayIn } from '../../../lib/format/time-zone.ts';
import { messagesText } from '../../../texts/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { formatMoment } from '../../../lib/format/brief-times.ts';
import { quietThere, type Whereabouts } from '../quiet-hours.ts';
import { cityOf, zonesFor, suggestionsFor } from './send-later.ts';

/** The zone of one's own clocks: the account's, or the browser's. */
export function ownTimeZone(): string {
  return shownTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

interface TimeFieldsProps {
  /** Where the recipient is; null: it is not known. */
  where: Whereabouts | null;
  clock: WallClock;
  /** What is wrong with the time, as one sentence. */
  error: string | undefined;
  onChange: (clock: WallClock) => void;
}

/** A day, a time, and whose clocks show it; below stands what it is on the other clocks, and whether it is a quiet hour there. */
export function TimeFields({ where, clock, error, onChange }: TimeFieldsProps) {
  const t = messagesText.useText();
  const [now] = useState(() => new Date());
  const own = ownTimeZone();
  const zones = zonesFor(where?.timeZones ?? [], own, now);
  const { local, timeZone } = clock;
  const [day = '', time = ''] = local.split('T');
  return (
    <>
      {zones.length > 1 && (
        <Select
          label={t('whoseClock')}
          value={timeZone}
          onChange={({ target }) => onChange({ local, timeZone: target.value })}
        >
          {zones.map((zone) => (
            <option key={zone.timeZone} value={zone.timeZone}>
              {t(zone.isTheirs ? 'theirTime' : 'yourTime', { place: cityOf(zone.timeZone) })}
            </option>
          ))}
        </Select>
      )}
      <Suggestions clock={clock} now={now} onChange={onChange} />
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={t('day')}
          type="date"
          required
          min={todayIn(timeZone)}
          value={day}
          error={error}
          onChange={({ target }) => onChange({ local: `${target.value}T${time}`, timeZone })}
        />
        <Field
          label={t('time')}
          type="time"
          required
          value={time}
          onChange={({ target }) => onChange({ local: `${day}T${target.value}`, timeZone })}
        />
      </div>
      <TimeNotes
        clock={clock}
        own={own}
        theirs={zones.length > 1 ? (zones[0]?.timeZone ?? null) : null}
        where={where}
      />
    </>
  );
}

function Suggestions({ clock, now, onChange }: Pick<TimeFieldsProps, 'clock' | 'onChange'> & { now: Date }) {
  const t = messagesText.useText();
  const { local, timeZone } = clock;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('suggestions')}</legend>
      {suggestionsFor(timeZone, now).map((suggested) => (
        <Button
          key={suggested}
          look="quiet"
          size="small"
          aria-pressed={suggested === local}
          className={suggested === local ? 'outline-2 outline-accent' : undefined}
          onClick={() => onChange({ local: suggested, timeZone })}
        >
          {formatMoment(new Date(`${suggested}:00Z`), 'UTC')}
        </Button>
      ))}
    </fieldset>
  );
}

/** The same moment on the other clocks. */
function TimeNotes({
  clock,
  own,
  theirs,
  where,
}: {
  clock: WallClock;
  own: string;
  theirs: string | null;
  where: Whereabouts | null;
}) {
  const t = messagesText.useText();
  const at = instantOf(clock);
  if (at === null) return null;
  const isOwn = clock.timeZone === own;
  // Who tells it by clocks there says which of them are the recipient's.
  const timeZones = isOwn ? where?.timeZones : [clock.timeZone];
  const isQuiet = where !== null && quietThere({ ...where, timeZones: timeZones ?? [] }, at) !== null;
  return (
    <div className="grid gap-1 text-note">
      {!isOwn && <p>{t('whenYours', { when: formatMoment(at, own) })}</p>}
      {isOwn && theirs !== null && <p>{t('whenTheirs', { when: formatMoment(at, theirs) })}</p>}
      {isQuiet && (
        <p className="text-attention" data-testid="quiet-then">
          {t('quietThen')}
        </p>
      )}
    </div>
  );
}

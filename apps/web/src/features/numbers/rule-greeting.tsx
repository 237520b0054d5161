import { instantOf, wallClockAt } from '@farline/contracts/messages/wall-clock';
import type { ChosenGreetings } from '@farline/contracts/voicemail/greeting';
import { GREETING_LENGTH } from '@farline/contracts/voicemail/greeting-bounds';
import type { Greeting } from '@farline/contracts/voicemail/greetings';
import { useQuery } from '@tanstack/react-query';
import { Mic, Voicemail } from 'lucide-react';
import { useState } from 'react';
import { addDays, todayIn } from '../../lib/format/time-zone.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { greetingsText } from '../../texts/greetings.ts';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { Greetings } from './greetings/greetings.tsx';
import { greetingsQuery } from './greetings/greetings-query.ts';
import { oneLine } from '../../lib/format/one-line.ts';
import type { RulePartProps } from './rule-callers.tsx';
import { RuleNode } from './rule-node.tsx';
import { VoiceLanguageSelect } from './voice-language-select.tsx';

const NONE: ChosenGreetings = { usual: null, closed: null, daysOff: null, forNow: null };

/** How the voicemail of a number greets, at which time: with words of its own, or with greetings of the account. */
export function RuleGreeting({ draft, wordsError, onChange }: RulePartProps & { wordsError: string | undefined }) {
  const t = numberRulesText.useText();
  const greetings = greetingsText.useText();
  const found = useQuery(greetingsQuery, queryClient);
  const [isManaging, setManaging] = useState(false);
  const { voicemail } = draft;
  const items = found.data?.items ?? [];
  const change = (part: Partial<typeof voicemail>): void => onChange({ voicemail: { ...voicemail, ...part } });
  const chosen = voicemail.greetings ?? NONE;
  return (
    <RuleNode title={t('greetingTitle')} icon={Voicemail} data-testid="rule-greeting">
      {found.isPending && <Skeleton className="h-20 w-full rounded-card" />}
      {found.isError && (
        <Failed
          error={found.error}
          fallback={greetings('failed')}
          safe={greetings('safe')}
          onTryAgain={() => void found.refetch()}
        />
      )}
      {items.length > 0 && (
        <ChosenFields draft={draft} items={items} chosen={chosen} onChange={(next) => change({ greetings: next })} />
      )}
      <VoiceLanguageSelect
        label={t('greetingLanguage')}
        className="max-w-72"
        value={voicemail.language}
        onChange={(language) => change({ language })}
      />
      {chosen.usual === null && (
        <TextArea
          label={t('greetingText')}
          hint={t('greetingHint')}
          error={wordsError}
          rows={3}
          maxLength={GREETING_LENGTH}
          value={voicemail.text ?? ''}
          onChange={({ target }) => change({ text: target.value === '' ? null : oneLine(target.value) })}
        />
      )}
      <Button look="quiet" size="small" className="justify-self-start" onClick={() => setManaging(true)}>
        <Mic aria-hidden className="size-4" />
        {greetings('manage')}
      </Button>
      {isManaging && (
        <Dialog
          title={greetings('title')}
          lead={greetings('lead')}
          open
          onOpenChange={setManaging}
          data-testid="manage-greetings"
        >
          <Greetings />
        </Dialog>
      )}
    </RuleNode>
  );
}

interface ChosenFieldsProps {
  draft: RulePartProps['draft'];
  items: readonly Greeting[];
  chosen: ChosenGreetings;
  onChange: (chosen: ChosenGreetings) => void;
}

function ChosenFields({ draft, items, chosen, onChange }: ChosenFieldsProps) {
  const t = greetingsText.useText();
  const hasDaysOff = draft.daysOff.length > 0;
  return (
    <>
      <div className="grid items-start gap-3 @xl:grid-cols-2">
        <GreetingSelect
          label={t('which')}
          none={t('ownWords')}
          items={items}
          value={chosen.usual}
          onChange={(usual) => onChange({ ...chosen, usual })}
        />
        {!draft.isAlwaysOpen && (
          <GreetingSelect
            label={t('whichClosed')}
            none={t('theSame')}
            items={items}
            value={chosen.closed}
            onChange={(closed) => onChange({ ...chosen, closed })}
          />
        )}
        {hasDaysOff && (
          <GreetingSelect
            label={t('whichDaysOff')}
            none={draft.isAlwaysOpen ? t('theSame') : t('asClosed')}
            items={items}
            value={chosen.daysOff}
            onChange={(daysOff) => onChange({ ...chosen, daysOff })}
          />
        )}
      </div>
      <ForNow timeZone={draft.timeZone} items={items} chosen={chosen} onChange={onChange} />
    </>
  );
}

interface GreetingSelectProps {
  label: string;
  /** What no greeting means; absent: one has to be chosen. */
  none?: string;
  items: readonly Greeting[];
  value: string | null;
  onChange: (id: string | null) => void;
}

function GreetingSelect({ label, none, items, value, onChange }: GreetingSelectProps) {
  return (
    <Select
      label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {items.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

const MORNING = '08:00';

function ForNow({ timeZone, items, chosen, onChange }: Omit<ChosenFieldsProps, 'draft'> & { timeZone: string }) {
  const t = greetingsText.useText();
  const { forNow } = chosen;
  const first = items[0]?.id ?? '';
  const choose = (next: ChosenGreetings['forNow']): void => onChange({ ...chosen, forNow: next });
  const until = (local: string): string => (instantOf({ local, timeZone }) ?? new Date()).toISOString();
  const tomorrow = (): string =>
    until(`${addDays(wallClockAt(new Date(), timeZone).local.slice(0, 10), 1)}T${MORNING}`);
  const [day = '', time = ''] = forNow === null ? [] : wallClockAt(new Date(forNow.until), timeZone).local.split('T');
  return (
    <>
      <Checkbox
        label={t('forNow')}
        checked={forNow !== null}
        onChange={({ target }) => choose(target.checked ? { greeting: first, until: tomorrow() } : null)}
      />
      {forNow !== null && (
        <div className="grid items-start gap-3 @xl:grid-cols-3" data-testid="greeting-for-now">
          <GreetingSelect
            label={t('forNowWhich')}
            items={items}
            value={forNow.greeting}
            onChange={(id) => choose({ ...forNow, greeting: id ?? first })}
          />
          <Field
            label={t('forNowDay')}
            type="date"
            required
            min={todayIn(timeZone)}
            value={day}
            onChange={({ target }) =>
              target.value !== '' && choose({ ...forNow, until: until(`${target.value}T${time}`) })
            }
          />
          <Field
            label={t('forNowTime')}
            type="time"
            required
            value={time}
            onChange={({ target }) =>
              target.value !== '' && choose({ ...forNow, until: until(`${day}T${target.value}`) })
            }
          />
        </div>
      )}
      {forNow !== null && <p className="text-note text-muted">{t('forNowHint')}</p>}
    </>
  );
}

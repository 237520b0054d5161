import { wallClockAt } from '@farline/contracts/messages/wall-clock';
import { BellOff, Crown, ShieldBan } from 'lucide-react';
import { addDays, todayIn } from '../../lib/format/time-zone.ts';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { RuleDraft } from './rule-draft.ts';
import type { RuleChange } from './rule-editing.ts';
import type { RuleIssues } from './rule-issues.ts';
import { RuleNode } from './rule-node.tsx';

/** A part of a rule as it is edited. */
export type RulePartProps = { draft: RuleDraft; onChange: (change: RuleChange) => void };

/** Who is turned away, who rings through, and until when nobody else disturbs. */
export function RuleCallers({ draft, issues, onChange }: RulePartProps & { issues: RuleIssues }) {
  const t = numberRulesText.useText();
  return (
    <>
      <RuleNode title={t('refusedTitle')} icon={ShieldBan}>
        <TextArea
          label={t('blocked')}
          hint={t('blockedHint')}
          error={issues.get('blocked')}
          rows={2}
          dir="ltr"
          spellCheck={false}
          value={draft.blocked}
          onChange={({ target }) => onChange({ blocked: target.value })}
        />
        <Checkbox
          label={t('blockedInMessages')}
          checked={draft.refusesBlockedInMessages}
          onChange={({ target }) => onChange({ refusesBlockedInMessages: target.checked })}
        />
        <Checkbox
          label={t('anonymous')}
          checked={draft.refusesAnonymous}
          onChange={({ target }) => onChange({ refusesAnonymous: target.checked })}
        />
        <PossiblyForged draft={draft} onChange={onChange} />
        <p className="text-note text-muted">{t('refusedNote')}</p>
      </RuleNode>
      <RuleNode title={t('vipTitle')} icon={Crown}>
        <TextArea
          label={t('vips')}
          hint={t('vipsHint')}
          error={issues.get('vips')}
          rows={2}
          dir="ltr"
          spellCheck={false}
          value={draft.vips}
          onChange={({ target }) => onChange({ vips: target.value })}
        />
        <Checkbox
          label={t('favourites')}
          checked={draft.favouritesRingThrough}
          onChange={({ target }) => onChange({ favouritesRingThrough: target.checked })}
        />
      </RuleNode>
      <Quiet draft={draft} onChange={onChange} />
    </>
  );
}

const FORGED = ['as_usual', 'voicemail', 'refused'] as const;

function PossiblyForged({ draft, onChange }: RulePartProps) {
  const t = numberRulesText.useText();
  return (
    <Select
      label={t('forged')}
      hint={t('forgedHint')}
      value={draft.possiblyForged}
      onChange={({ target }) => {
        const possiblyForged = FORGED.find((each) => each === target.value);
        if (possiblyForged !== undefined) onChange({ possiblyForged });
      }}
    >
      {FORGED.map((value) => (
        <option key={value} value={value}>
          {t(`forged_${value}`)}
        </option>
      ))}
    </Select>
  );
}

const MORNING = '08:00';

function Quiet({ draft, onChange }: RulePartProps) {
  const t = numberRulesText.useText();
  const { quietUntil, timeZone } = draft;
  const [day = '', time = ''] = quietUntil?.split('T') ?? [];
  return (
    <RuleNode title={t('quietTitle')} icon={BellOff}>
      <Checkbox
        label={t('quiet')}
        checked={quietUntil !== null}
        onChange={({ target }) => onChange({ quietUntil: target.checked ? tomorrow(timeZone) : null })}
      />
      {quietUntil !== null && (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Field
              label={t('quietDay')}
              type="date"
              required
              min={todayIn(timeZone)}
              value={day}
              onChange={({ target }) => target.value !== '' && onChange({ quietUntil: `${target.value}T${time}` })}
            />
            <Field
              label={t('quietTime')}
              type="time"
              required
              value={time}
              onChange={({ target }) => target.value !== '' && onChange({ quietUntil: `${day}T${target.value}` })}
            />
          </div>
          <p className="text-note text-muted">{t('quietNote')}</p>
        </>
      )}
    </RuleNode>
  );
}

/** Tomorrow morning, on the clocks of a place. */
const tomorrow = (timeZone: string): string =>
  `${addDays(wallClockAt(new Date(), timeZone).local.slice(0, 10), 1)}T${MORNING}`;

import { PhoneMissed } from 'lucide-react';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { Segments } from '../../ui/segments.tsx';
import type { RuleDraft } from './rule-draft.ts';
import type { RuleChange } from './rule-editing.ts';
import { RuleGreeting } from './rule-greeting.tsx';
import { takesVoicemail } from '@farline/contracts/menus/leads-to-voicemail';
import type { RuleIssues } from './rule-issues.ts';
import { MenuSelect } from './rule-menu-select.tsx';
import { RuleNode } from './rule-node.tsx';
import { SayFields } from './rule-say.tsx';
import { FIRST_OF } from './rule-step.tsx';

interface RuleUnansweredProps {
  draft: RuleDraft;
  issues: RuleIssues;
  onChange: (part: RuleChange) => void;
}

/** What becomes of a call that nobody takes, and how the voicemail greets where there is one. */
export function RuleUnanswered({ draft, issues, onChange }: RuleUnansweredProps) {
  const t = numberRulesText.useText();
  const { unanswered } = draft;
  // It rings for 25 seconds where something answers for people, and otherwise for as long as the operator lets it.
  const isAnswered = unanswered.do !== 'nobody' && unanswered.do !== 'busy';
  return (
    <>
      <RuleNode title={t('unansweredTitle')} icon={PhoneMissed} data-testid="rule-unanswered">
        <p className="text-note text-muted">{t(isAnswered ? 'unansweredLead' : 'unansweredLeadLate')}</p>
        <Segments
          label={t('unansweredLabel')}
          className="justify-self-start"
          value={unanswered.do}
          options={(['nobody', 'voicemail', 'menu', 'say', 'busy'] as const).map((value) => ({
            value,
            label: t(`do_${value}`),
          }))}
          onChoose={(chosen) => onChange({ unanswered: FIRST_OF[chosen](draft.voicemail.language) })}
        />
        {unanswered.do === 'menu' && draft.menus.length > 1 && (
          <MenuSelect
            menu={unanswered.menu}
            menus={draft.menus}
            onChange={(menu) => onChange({ unanswered: { do: 'menu', menu } })}
          />
        )}
        {unanswered.do === 'say' && (
          <SayFields
            step={unanswered}
            error={issues.get('unanswered.text')}
            onChange={(say) => onChange({ unanswered: say })}
          />
        )}
        <p className="text-note text-muted">{t(`${unanswered.do}Note`)}</p>
      </RuleNode>
      {takesVoicemail(draft) && (
        <RuleGreeting draft={draft} wordsError={issues.get('voicemail.text')} onChange={onChange} />
      )}
    </>
  );
}

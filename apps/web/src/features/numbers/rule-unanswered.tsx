import { GREETING_LENGTH } from '@farline/contracts/voicemail/greeting-bounds';
import { PhoneMissed, Voicemail } from 'lucide-react';
import { numberRulesText } from '../../texts/number-rules.ts';
import { Segments } from '../../ui/segments.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { RuleDraft } from './rule-draft.ts';
import { oneLine } from './rule-menu-choice.tsx';
import { leadsToVoicemail } from './rule-menu-draft.ts';
import { MenuSelect } from './rule-menu-select.tsx';
import { RuleNode } from './rule-node.tsx';
import { VoiceLanguageSelect } from './voice-language-select.tsx';

interface RuleUnansweredProps {
  draft: RuleDraft;
  onChange: (part: Partial<RuleDraft>) => void;
}

/** What becomes of a call that nobody takes, and how the voicemail greets where there is one. */
export function RuleUnanswered({ draft, onChange }: RuleUnansweredProps) {
  const t = numberRulesText.useText();
  const { unanswered, closed } = draft;
  const hasVoicemail = unanswered.do === 'voicemail' || closed.do === 'voicemail' || leadsToVoicemail(draft.menus);
  return (
    <>
      <RuleNode title={t('unansweredTitle')} icon={PhoneMissed} data-testid="rule-unanswered">
        <p className="text-note text-muted">{t('unansweredLead')}</p>
        <Segments
          label={t('unansweredLabel')}
          className="justify-self-start"
          value={unanswered.do}
          options={(['nobody', 'voicemail', 'menu'] as const).map((value) => ({ value, label: t(`do_${value}`) }))}
          onChoose={(chosen) => onChange({ unanswered: chosen === 'menu' ? { do: 'menu', menu: '' } : { do: chosen } })}
        />
        {unanswered.do === 'menu' && draft.menus.length > 1 && (
          <MenuSelect
            menu={unanswered.menu}
            menus={draft.menus}
            onChange={(menu) => onChange({ unanswered: { do: 'menu', menu } })}
          />
        )}
        <p className="text-note text-muted">{t(`${unanswered.do}Note`)}</p>
      </RuleNode>
      {hasVoicemail && <Greeting draft={draft} onChange={onChange} />}
    </>
  );
}

function Greeting({ draft, onChange }: RuleUnansweredProps) {
  const t = numberRulesText.useText();
  const { voicemail } = draft;
  const change = (part: Partial<typeof voicemail>): void => onChange({ voicemail: { ...voicemail, ...part } });
  return (
    <RuleNode title={t('greetingTitle')} icon={Voicemail} data-testid="rule-greeting">
      <VoiceLanguageSelect
        label={t('greetingLanguage')}
        className="max-w-72"
        value={voicemail.language}
        onChange={(language) => change({ language })}
      />
      <TextArea
        label={t('greetingText')}
        hint={t('greetingHint')}
        rows={3}
        maxLength={GREETING_LENGTH}
        value={voicemail.text ?? ''}
        onChange={({ target }) => change({ text: target.value === '' ? null : oneLine(target.value) })}
      />
    </RuleNode>
  );
}

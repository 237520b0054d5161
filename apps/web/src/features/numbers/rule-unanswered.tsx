import { GREETING_LENGTH, VOICEMAIL_LANGUAGES } from '@farline/contracts/voicemail/greeting-bounds';
import { PhoneMissed, Voicemail } from 'lucide-react';
import { numberRulesText } from '../../texts/number-rules.ts';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { RuleDraft } from './rule-draft.ts';
import { leadsToVoicemail } from './rule-menu-draft.ts';
import { MenuSelect } from './rule-menu-select.tsx';
import { RuleNode } from './rule-node.tsx';

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
      <Select
        label={t('greetingLanguage')}
        className="max-w-72"
        value={voicemail.language}
        onChange={({ target }) => {
          const language = VOICEMAIL_LANGUAGES.find((each) => each === target.value);
          if (language !== undefined) change({ language });
        }}
      >
        {VOICEMAIL_LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {t(`lang_${language}`)}
          </option>
        ))}
      </Select>
      <TextArea
        label={t('greetingText')}
        hint={t('greetingHint')}
        rows={3}
        maxLength={GREETING_LENGTH}
        value={voicemail.text ?? ''}
        onChange={({ target }) => {
          // It is spoken in one piece.
          const text = target.value.replaceAll(/\s*\n\s*/g, ' ');
          change({ text: text === '' ? null : text });
        }}
      />
    </RuleNode>
  );
}

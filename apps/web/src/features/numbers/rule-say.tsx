import type { SayStep } from '@farline/contracts/menus/menu';
import { GREETING_LENGTH } from '@farline/contracts/voicemail/greeting-bounds';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { oneLine } from '../../lib/format/one-line.ts';
import { VoiceLanguageSelect } from './voice-language-select.tsx';

interface SayFieldsProps {
  step: SayStep;
  error: string | undefined;
  onChange: (step: SayStep) => void;
}

/** What callers hear before the call ends, and in which language it is read out. */
export function SayFields({ step, error, onChange }: SayFieldsProps) {
  const t = numberRulesText.useText();
  return (
    <>
      <VoiceLanguageSelect
        label={t('sayLanguage')}
        value={step.language}
        onChange={(language) => onChange({ ...step, language })}
      />
      <TextArea
        label={t('sayText')}
        hint={t('sayHint')}
        error={error}
        rows={3}
        maxLength={GREETING_LENGTH}
        value={step.text}
        onChange={({ target }) => onChange({ ...step, text: oneLine(target.value) })}
      />
    </>
  );
}

import { GREETING_LENGTH, type VOICEMAIL_LANGUAGES } from '@farline/contracts/voicemail/greeting-bounds';
import { greetingsText } from '../../../texts/greetings.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { oneLine } from '../../../lib/format/one-line.ts';
import { VoiceLanguageSelect } from '../voice-language-select.tsx';

export type Language = (typeof VOICEMAIL_LANGUAGES)[number];

interface GreetingWordsProps {
  language: Language;
  words: string;
  /** Somebody has tried to save: what is missing is said. */
  isChecked: boolean;
  onChange: (part: { language?: Language; words?: string }) => void;
}

/** What is read out to callers, and in which language. */
export function GreetingWords({ language, words, isChecked, onChange }: GreetingWordsProps) {
  const t = greetingsText.useText();
  return (
    <>
      <VoiceLanguageSelect
        label={t('language')}
        className="max-w-72"
        value={language}
        onChange={(chosen) => onChange({ language: chosen })}
      />
      <TextArea
        label={t('words')}
        hint={t('wordsHint')}
        error={isChecked && words.trim() === '' ? 'Write a greeting' : undefined}
        rows={3}
        maxLength={GREETING_LENGTH}
        value={words}
        onChange={({ target }) => onChange({ words: oneLine(target.value) })}
      />
    </>
  );
}

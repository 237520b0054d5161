import { VOICEMAIL_LANGUAGES } from '@farline/contracts/voicemail/greeting-bounds';
import { numberRulesText } from '../../texts/numbers/number-rules.ts';
import { Select } from '../../ui/select.tsx';

type Language = (typeof VOICEMAIL_LANGUAGES)[number];

interface VoiceLanguageSelectProps {
  label: string;
  value: Language;
  className?: string;
  onChange: (language: Language) => void;
}

/** In which language a text is read out to callers. */
export function VoiceLanguageSelect({ onChange, ...rest }: VoiceLanguageSelectProps) {
  const t = numberRulesText.useText();
  return (
    <Select
      {...rest}
      onChange={({ target }) => {
        const language = VOICEMAIL_LANGUAGES.find((each) => each === target.value);
        if (language !== undefined) onChange(language);
      }}
    >
      {VOICEMAIL_LANGUAGES.map((language) => (
        <option key={language} value={language}>
          {t(`lang_${language}`)}
        </option>
      ))}
    </Select>
  );
}

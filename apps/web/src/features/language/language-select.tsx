import { firstSpoken } from '../../lib/language/language.ts';
import { shell } from '../../texts/shell.ts';
import { Select } from '../../ui/select.tsx';
import { LanguageOptions } from './language-options.tsx';
import { useChooseLanguage } from './use-choose-language.ts';

/** The language of these pages as a field of a form. */
export function LanguageSelect({ className }: { className?: string }) {
  const t = shell.useText();
  const { language, choose } = useChooseLanguage();
  return (
    <Select
      label={t('language')}
      value={language}
      onChange={(event) => void choose(firstSpoken([event.target.value]))}
      className={className}
    >
      <LanguageOptions />
    </Select>
  );
}

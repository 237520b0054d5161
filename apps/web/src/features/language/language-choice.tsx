import { Globe } from 'lucide-react';
import { firstSpoken, pageLanguage } from '../../lib/language/language.ts';
import { shell } from '../../texts/shell.ts';
import { cx } from '../../ui/cx.ts';
import { LanguageOptions } from './language-options.tsx';
import { useChooseLanguage } from './use-choose-language.ts';

/** The language of these pages, small: a globe, and in the footer the language's name beside it. */
export function LanguageChoice({ look }: { look: 'icon' | 'named' }) {
  const t = shell.useText();
  const { language, choose } = useChooseLanguage();
  return (
    <label
      title={t('language')}
      className={cx(
        'relative inline-flex items-center justify-center gap-2 rounded-control transition-colors hover:text-text has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        look === 'icon' ? 'size-11 shrink-0 text-muted hover:bg-soft' : 'min-h-9 hover:underline',
      )}
    >
      <Globe aria-hidden className={look === 'icon' ? 'size-5' : 'size-4'} />
      {look === 'named' && <span aria-hidden>{pageLanguage().ownName}</span>}
      <select
        aria-label={t('language')}
        value={language}
        onChange={(event) => void choose(firstSpoken([event.target.value]))}
        className="absolute inset-0 w-full appearance-none bg-raised text-text opacity-0"
      >
        <LanguageOptions />
      </select>
    </label>
  );
}

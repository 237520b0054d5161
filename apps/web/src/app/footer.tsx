import { Link } from 'react-router';
import { LanguageChoice } from '../features/language/index.ts';
import { shell } from '../texts/shell.ts';
import { cx } from '../ui/cx.ts';
import { Mark } from '../ui/mark.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** The foot of every page. On narrow screens it leaves room for the phone's button. */
export function Footer({ hasPhone }: { hasPhone: boolean }) {
  const t = shell.useText();
  return (
    <footer
      className={cx(
        'mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-5 gap-y-2 px-5 py-8 text-note text-muted sm:px-8',
        hasPhone && 'pb-36 sm:pb-28 docked:pb-8',
      )}
    >
      <Mark className="size-5" />
      <p className="min-w-0 flex-1 basis-72">{t('footerLine')}</p>
      <LanguageChoice look="named" />
      {!hasPhone && (
        <span className="sm:hidden">
          <ThemeChoice />
        </span>
      )}
      <Link to="/help" className="hover:text-text hover:underline">
        {t('footerHelp')}
      </Link>
      <Link to="/webrtc-test" className="hover:text-text hover:underline md:hidden">
        {t('webrtcTest')}
      </Link>
      <Link to="/status" className="hover:text-text hover:underline">
        {t('footerStatus')}
      </Link>
      <Link to="/terms" className="hover:text-text hover:underline">
        {t('footerTerms')}
      </Link>
      <Link to="/privacy" className="hover:text-text hover:underline">
        {t('footerPrivacy')}
      </Link>
    </footer>
  );
}

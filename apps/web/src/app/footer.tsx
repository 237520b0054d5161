import { useRef } from 'react';
import { Link } from 'react-router';
import { LanguageChoice } from '../features/language/index.ts';
import { useOperatorName } from '../lib/page/operator.ts';
import { useNear } from '../lib/page/use-near.ts';
import { shell } from '../texts/shell.ts';
import { cx } from '../ui/cx.ts';
import { Mark } from '../ui/mark.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const LINK = 'inline-flex min-h-6 items-center hover:text-text hover:underline';

/** The foot of every page, as wide as the frame: pages have widths of their own. Where the phone is not beside the page it leaves room for the bar at the foot, and for that of a call. */
export function Footer({ hasPhone }: { hasPhone: boolean }) {
  const t = shell.useText();
  const place = useRef<HTMLElement>(null);
  const operator = useOperatorName(useNear(place));
  return (
    <footer
      ref={place}
      className={cx(
        'flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line px-5 py-8 text-note text-muted sm:px-6',
        hasPhone && 'pb-36 sm:pb-28 docked:pb-8',
      )}
    >
      <Mark className="size-5" />
      <p className="min-w-0 flex-1 basis-72">
        {t('footerLine', { who: operator === null ? t('whoGave') : mailbox(operator) })}
      </p>
      <LanguageChoice look="named" />
      {!hasPhone && (
        <span className="-mx-3 sm:hidden">
          <ThemeChoice />
        </span>
      )}
      <Link to="/help" className={LINK}>
        {t('footerHelp')}
      </Link>
      <Link to="/webrtc-test" className={cx(LINK, 'md:hidden')}>
        {t('webrtcTest')}
      </Link>
      <Link to="/status" className={LINK}>
        {t('footerStatus')}
      </Link>
      <Link to="/terms" className={LINK}>
        {t('footerTerms')}
      </Link>
      <Link to="/privacy" className={LINK}>
        {t('footerPrivacy')}
      </Link>
    </footer>
  );
}

/** `Calls GmbH (help@example.com)` */
const mailbox = ({ name, email }: { name: string; email: string | null }): string =>
  email === null ? name : `${name} (${email})`;

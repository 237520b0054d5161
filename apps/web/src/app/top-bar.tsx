import { Menu } from 'lucide-react';
import { Link } from 'react-router';
import { LanguageChoice } from '../features/language/index.ts';
import { useSession } from '../lib/session/session.ts';
import { shell } from '../texts/shell.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Wordmark } from '../ui/mark.tsx';
import { tellSidebar } from './sidebar-state.ts';
import { SignedInBar } from './signed-in-parts.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** The bar above every page. */
export function TopBar() {
  const t = shell.useText();
  const session = useSession();
  return (
    <header data-page className="sticky top-0 z-30 border-b border-line bg-ground/95 backdrop-blur-sm">
      <div className="flex h-16 items-center gap-1.5 px-3 sm:gap-3 sm:px-6">
        {session.status === 'signed-in' && (
          <IconButton label={t('openMenu')} className="lg:hidden" onClick={() => tellSidebar('opened')}>
            <Menu aria-hidden className="size-5.5" />
          </IconButton>
        )}
        <Link to="/" aria-label={t('home')} className="flex min-w-0 overflow-hidden rounded-small">
          <Wordmark />
        </Link>
        <div className="flex-1" />
        {session.status === 'signed-in' ? (
          <SignedInBar user={session.user} />
        ) : (
          session.status !== 'checking' && <SignedOut isStranger={session.status === 'signed-out'} />
        )}
      </div>
    </header>
  );
}

/** `isStranger`: nothing here says that they have an account. */
function SignedOut({ isStranger }: { isStranger: boolean }) {
  const t = shell.useText();
  return (
    <nav className="flex items-center gap-1 sm:gap-2">
      <LanguageChoice look="icon" />
      <span className="max-sm:hidden">
        <ThemeChoice />
      </span>
      <Button asChild look="plain" size="small" className="max-sm:hidden">
        <Link to="/pricing">{t('pricing')}</Link>
      </Button>
      <Button asChild look="plain" size="small" className="max-md:hidden">
        <Link to="/webrtc-test">{t('webrtcTest')}</Link>
      </Button>
      <Button asChild look="plain" size="small" className="whitespace-nowrap max-sm:px-2">
        <Link to="/login">{t('signIn')}</Link>
      </Button>
      {isStranger && (
        <Button asChild size="small" className="whitespace-nowrap max-sm:px-2.5">
          <Link to="/register">{t('getStarted')}</Link>
        </Button>
      )}
    </nav>
  );
}

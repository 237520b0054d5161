import { LogOut, Search } from 'lucide-react';
import { NavLink } from 'react-router';
import { UnreadCount } from '../features/messages/unread-count.tsx';
import { useCallInProgress } from '../lib/calls/call-in-progress.ts';
import { useSession } from '../lib/session/session.ts';
import { shell } from '../texts/shell.ts';
import { Avatar } from '../ui/avatar.tsx';
import { cx } from '../ui/cx.ts';
import { searchKeys } from './search/search-key-names.ts';
import { show } from './in-front/in-front-store.ts';
import { tellSidebar } from './sidebar-state.ts';
import { ThemeChoice } from './theme-choice.tsx';
import { lookOfWay, SEARCH_LOOK, WAYS_AROUND } from './ways-around.ts';

/** The ways around, and who is signed in. `onSignOut`: a way out where the top bar has no room for one. */
export function SidebarContents({ onSignOut }: { onSignOut?: () => void }) {
  const t = shell.useText();
  const session = useSession();
  const isCalling = useCallInProgress((call) => call.isRunning);
  return (
    <>
      <SearchButton />
      <nav aria-label={t('menu')} className="grid gap-1">
        {WAYS_AROUND.map(({ to, word, icon: Icon }) => (
          <NavLink
            key={to}
            to={to}
            // The present page's link leads nowhere, and closes the drawer all the same.
            onClick={() => tellSidebar('closed')}
            className={({ isActive }) => lookOfWay(isActive)}
          >
            <Icon aria-hidden className="size-5" />
            {t(word)}
            {to === '/messages' && <UnreadCount />}
          </NavLink>
        ))}
      </nav>
      {onSignOut !== undefined && (
        <button
          type="button"
          onClick={onSignOut}
          className="mt-1 flex min-h-11 items-center gap-3 rounded-control px-3 text-start font-medium text-muted transition-colors hover:bg-soft hover:text-text"
        >
          <LogOut aria-hidden className="size-5 rtl:-scale-x-100" />
          {t('signOut')}
        </button>
      )}
      <div className="flex-1" />
      {session.status === 'signed-in' && (
        <div className={cx('flex items-center gap-2.5 ps-1', isCalling && 'max-lg:mb-16')}>
          <Avatar user={session.user} className="size-9 text-note" />
          <div className="min-w-0 flex-1">
            <p title={`${session.user.firstName} ${session.user.lastName}`} className="flex font-medium">
              <bdi className="truncate">
                {session.user.firstName} {session.user.lastName}
              </bdi>
            </p>
            <p className="text-note text-muted">{t('plan', { name: capitalise(session.user.subscription) })}</p>
          </div>
          <ThemeChoice />
        </div>
      )}
    </>
  );
}

function SearchButton() {
  const t = shell.useText();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        tellSidebar('closed');
        show({ is: 'search', typed: '' });
      }}
      className={SEARCH_LOOK}
    >
      <Search aria-hidden className="size-5" />
      {t('search')}
      <kbd className="ms-auto font-sans text-note font-normal max-lg:hidden">{searchKeys()}</kbd>
    </button>
  );
}

function capitalise(name: string): string {
  return name === '' ? 'Basic' : name.charAt(0).toUpperCase() + name.slice(1);
}

import {
  ChartColumn,
  Hash,
  LayoutDashboard,
  LogOut,
  MessageSquare,
  Phone,
  Settings,
  Tags,
  Users,
  Wallet,
  X,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect } from 'react';
import { NavLink, useLocation } from 'react-router';
import { UnreadCount } from '../features/messages/unread-count.tsx';
import { useSession } from '../lib/session/session.ts';
import { useCallInProgress } from '../lib/calls/call-in-progress.ts';
import { useMediaQuery, WIDE } from '../lib/page/use-media-query.ts';
import { shell } from '../texts/shell.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Wordmark } from '../ui/mark.tsx';
import { keepBesideCall, useCountedDialog } from '../lib/page/open-dialogs.ts';
import { tellSidebar, useSidebar } from './sidebar-state.ts';
import { ThemeChoice } from './theme-choice.tsx';
import { useSignOut } from './use-sign-out.ts';

const LINKS = [
  { to: '/dashboard', word: 'dashboard', icon: LayoutDashboard },
  { to: '/calls', word: 'calls', icon: Phone },
  { to: '/messages', word: 'messages', icon: MessageSquare },
  { to: '/contacts', word: 'contacts', icon: Users },
  { to: '/numbers', word: 'numbers', icon: Hash },
  { to: '/analytics', word: 'analytics', icon: ChartColumn },
  { to: '/billing', word: 'billing', icon: Wallet },
  { to: '/settings', word: 'settings', icon: Settings },
  { to: '/pricing', word: 'pricing', icon: Tags },
] as const;

/** The signed-in person's way around: beside the page where it is wide, drawn over it where it is narrow. */
export function Sidebar() {
  const isWide = useMediaQuery(WIDE);
  if (!isWide) return <Drawer />;
  return (
    <aside className="fixed bottom-0 start-0 top-16 z-20 flex w-60 flex-col px-4 py-6">
      <Contents />
    </aside>
  );
}

function Counted() {
  useCountedDialog();
  return null;
}

function Drawer() {
  const t = shell.useText();
  const isOpen = useSidebar((sidebar) => sidebar.isOpen);
  const { pathname } = useLocation();
  const leave = useSignOut();
  // Closes when this page is left, not when it is come to: the menu may have been asked for before this was loaded.
  useEffect(() => (pathname === '' ? undefined : () => tellSidebar('page-changed')), [pathname]);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => tellSidebar(open ? 'opened' : 'closed')}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-[fade-in_140ms] bg-[oklch(0.16_0.014_222/0.5)]" />
        <Dialog.Content
          aria-describedby={undefined}
          onInteractOutside={keepBesideCall}
          className="fixed inset-y-0 start-0 z-50 flex w-72 max-w-[85vw] animate-[appear_160ms] flex-col overflow-y-auto bg-ground px-4 py-4 shadow-float"
        >
          <div className="mb-4 flex items-center justify-between">
            <Wordmark />
            <Dialog.Title className="sr-only">{t('menu')}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={t('closeMenu')}>
                <X aria-hidden className="size-5" />
              </IconButton>
            </Dialog.Close>
          </div>
          <Contents onSignOut={leave} />
          <Counted />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** `onSignOut`: a way out on telephones, whose top bar has no room for one. */
function Contents({ onSignOut }: { onSignOut?: () => void }) {
  const t = shell.useText();
  const session = useSession();
  const isCalling = useCallInProgress((call) => call.isRunning);
  return (
    <>
      <nav aria-label={t('menu')} className="grid gap-1">
        {LINKS.map(({ to, word, icon: Icon }) => (
          <NavLink
            key={to}
            to={to}
            // The present page's link leads nowhere, and closes the drawer all the same.
            onClick={() => tellSidebar('closed')}
            className={({ isActive }) =>
              cx(
                'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium transition-colors',
                isActive ? 'bg-accent-soft text-accent-strong' : 'text-muted hover:bg-soft hover:text-text',
              )
            }
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
          className="mt-1 flex min-h-11 items-center gap-3 rounded-control px-3 text-start font-medium text-muted transition-colors hover:bg-soft hover:text-text sm:hidden"
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

function capitalise(name: string): string {
  return name === '' ? 'Basic' : name.charAt(0).toUpperCase() + name.slice(1);
}

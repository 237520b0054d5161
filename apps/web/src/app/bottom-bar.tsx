import { MessageSquare, Phone, Users, Wallet } from 'lucide-react';
import type { ComponentType } from 'react';
import { NavLink } from 'react-router';
import { UnreadCount } from '../features/messages/unread-count.tsx';
import { PhoneButton } from '../features/phone/index.ts';
import { usePhone } from '../features/phone/phone-store.ts';
import { useCallInProgress } from '../lib/calls/call-in-progress.ts';
import { NARROW, useMediaQuery } from '../lib/page/use-media-query.ts';
import { shell } from '../texts/shell.ts';
import { cx } from '../ui/cx.ts';

/** One place of the bar: a target of its whole height, 64 px wide and more. */
const ITEM =
  'relative flex min-w-0 flex-auto flex-col items-center justify-center gap-0.5 text-[0.6875rem] leading-tight font-medium transition-colors';

/** What people come for most often, within the thumb's reach on a telephone; all else is in the menu. */
export function BottomBar() {
  const t = shell.useText();
  const isNarrow = useMediaQuery(NARROW);
  const isPhoneOpen = usePhone((phone) => phone.isOpen);
  const isCalling = useCallInProgress((call) => call.isRunning) && !isPhoneOpen;
  if (!isNarrow) return null;
  return (
    <nav
      aria-label={t('menu')}
      data-testid="bottom-bar"
      data-over-corner={isPhoneOpen ? undefined : ''}
      className={cx(
        'fixed inset-x-0 z-30 flex h-14 border-t border-line bg-ground',
        // The bar of a call keeps its place below: what ends it never moves.
        isCalling
          ? 'bottom-[calc(4.25rem+env(safe-area-inset-bottom))]'
          : 'bottom-0 box-content pb-[env(safe-area-inset-bottom)]',
      )}
    >
      <Item to="/calls" icon={Phone} word={t('calls')} />
      <Item to="/contacts" icon={Users} word={t('contacts')} />
      <PhoneButton className={ITEM} />
      <Item to="/messages" icon={MessageSquare} word={t('messages')} isCounted />
      <Item to="/billing" icon={Wallet} word={t('billing')} />
    </nav>
  );
}

type ItemProps = {
  to: string;
  icon: ComponentType<{ className: string; 'aria-hidden': true }>;
  word: string;
  /** What is unread there stands beside its sign. */
  isCounted?: boolean;
};

function Item({ to, icon: Icon, word, isCounted = false }: ItemProps) {
  // The phone lies over every page.
  const isPhoneOpen = usePhone((phone) => phone.isOpen);
  return (
    <NavLink
      to={to}
      aria-current={isPhoneOpen ? 'false' : 'page'}
      className={({ isActive }) =>
        cx(ITEM, isActive && !isPhoneOpen ? 'text-accent-strong' : 'text-muted hover:text-text')
      }
    >
      <Icon aria-hidden className="size-5.5" />
      <span className="max-w-full truncate px-0.5">{word}</span>
      {isCounted && (
        <span className="absolute start-1/2 top-0.5 ms-3 leading-none whitespace-nowrap">
          <UnreadCount />
        </span>
      )}
    </NavLink>
  );
}

import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/session/queries.ts';
import { shell } from '../../texts/shell.ts';
import { unreadQuery } from './unread-query.ts';

/** How many messages are unread, beside the way to them; nothing where none is. Pushed live. */
export function UnreadCount() {
  const t = shell.useText();
  const { data: unread = 0 } = useQuery(unreadQuery, queryClient);
  if (unread === 0) return null;
  return (
    <span
      data-testid="unread-messages"
      className="figures ms-auto min-w-6 rounded-full bg-accent px-2 text-center text-note font-semibold text-on-accent"
    >
      <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
      <span className="sr-only">{t('unreadMessages', { count: unread })}</span>
    </span>
  );
}

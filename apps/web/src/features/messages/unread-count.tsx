import { useQuery } from '@tanstack/react-query';
import { queryClient } from '../../lib/session/queries.ts';
import { shell } from '../../texts/shell.ts';
import { UnreadPill } from '../../ui/unread-pill/unread-pill.tsx';
import { unreadQuery } from './unread-query.ts';

/** How many messages are unread, beside the way to them; nothing where none is. Pushed live. */
export function UnreadCount() {
  const t = shell.useText();
  const { data: unread = 0 } = useQuery(unreadQuery, queryClient);
  if (unread === 0) return null;
  return (
    <UnreadPill count={unread} className="ms-auto bg-accent" data-testid="unread-messages">
      {t('unreadMessages', { count: unread })}
    </UnreadPill>
  );
}

import { Bell as BellIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { shell } from '../../texts/shell.ts';
import { IconButton } from '../../ui/button.tsx';
import { UnreadPill } from '../../ui/unread-pill/unread-pill.tsx';

type BellButtonProps = { unread: number } & Omit<ComponentProps<typeof IconButton>, 'label' | 'children'>;

/** The bell with the count of what is unread. */
export function BellButton({ unread, ...rest }: BellButtonProps) {
  const t = shell.useText();
  return (
    <IconButton
      {...rest}
      label={unread === 0 ? t('notifications') : t('unreadNotifications', { count: unread })}
      className="relative"
      data-testid="bell"
      data-unread={unread}
    >
      <BellIcon aria-hidden className="size-5" />
      {unread > 0 && <UnreadPill count={unread} className="absolute end-0.5 top-0.5 bg-stop" />}
    </IconButton>
  );
}

import { Bell as BellIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { noticesText } from '../../texts/notices.ts';
import { IconButton } from '../../ui/button.tsx';

type BellButtonProps = { unread: number } & Omit<ComponentProps<typeof IconButton>, 'label' | 'children'>;

/** The bell with the count of what is unread. */
export function BellButton({ unread, ...rest }: BellButtonProps) {
  const t = noticesText.useText();
  return (
    <IconButton
      {...rest}
      label={unread === 0 ? t('bell') : t('bellUnread', { count: unread })}
      className="relative"
      data-testid="bell"
      data-unread={unread}
    >
      <BellIcon aria-hidden className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden
          className="figures absolute end-0.5 top-0.5 min-w-5 rounded-full bg-stop px-1 text-center text-[0.6875rem] font-semibold leading-5 text-on-accent"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </IconButton>
  );
}

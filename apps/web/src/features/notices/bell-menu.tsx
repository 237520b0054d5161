import type { Notice } from '@farline/contracts/notices';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api/api-client.ts';
import { notify } from '../../lib/page/notify.ts';
import { keepBesideCall, useCountedDialog } from '../../lib/page/open-dialogs.ts';
import { useRoomBesideCall } from '../../lib/page/room-beside-call.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { noticesText } from '../../texts/notices.ts';
import { Button } from '../../ui/button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { BellButton } from './bell-button.tsx';
import { NoticeLine } from './notice-line.tsx';
import { applyNotice, noticesQuery } from './notices-query.ts';

interface BellMenuProps {
  unread: number;
  /** For what stands here until this has come: it was not wanted after all. */
  onClose: () => void;
}

/** The bell, and the list that it opens: open from the first, since it was pressed for it. */
export function BellMenu({ unread }: BellMenuProps) {
  const t = noticesText.useText();
  const notices = useInfiniteQuery(noticesQuery, queryClient);
  const [isOpen, setOpen] = useState(true);
  const room = useRoomBesideCall();
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <BellButton unread={unread} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={room}
          sticky="always"
          onInteractOutside={keepBesideCall}
          aria-label={t('title')}
          className="appearing z-40 flex max-h-[min(36rem,var(--radix-popover-content-available-height))] w-[min(26rem,calc(100vw-1.5rem))] flex-col rounded-card bg-raised shadow-float outline-none"
          data-testid="notices"
        >
          <Head unread={unread} />
          <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
            {notices.isError && (
              <Failed
                error={notices.error}
                fallback={t('failed')}
                safe={t('nothingLost')}
                onTryAgain={() => void notices.refetch()}
              />
            )}
            <List notices={notices.data?.pages.flatMap((page) => page.items)} onFollow={() => setOpen(false)} />
            {notices.hasNextPage && (
              <Button
                look="quiet"
                size="small"
                className="m-3"
                disabled={notices.isFetchingNextPage}
                onClick={() => void notices.fetchNextPage()}
              >
                {t('more')}
              </Button>
            )}
          </div>
          <div className="border-t border-line px-5 py-3 text-note">
            <Button asChild look="link">
              <Link to="/settings/notices" onClick={() => setOpen(false)}>
                {t('settings')}
              </Link>
            </Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Head({ unread }: { unread: number }) {
  const t = noticesText.useText();
  useCountedDialog();
  const readAll = async (): Promise<void> => {
    try {
      applyNotice(null, (await api('POST /notices/read')).unread);
    } catch {
      await notify({ type: 'error', message: t('markFailed') });
    }
  };
  return (
    <div className="flex min-h-14 items-center justify-between gap-3 px-5 pt-2">
      <h2 className="text-lead font-semibold">{t('title')}</h2>
      {unread > 0 && (
        <Button look="plain" size="small" onClick={() => void readAll()}>
          {t('readAll')}
        </Button>
      )}
    </div>
  );
}

function List({ notices, onFollow }: { notices: readonly Notice[] | undefined; onFollow: () => void }) {
  const t = noticesText.useText();
  if (notices === undefined) return null;
  if (notices.length === 0) return <p className="px-3 pb-4 text-muted">{t('empty')}</p>;
  const follow = (notice: Notice): void => {
    onFollow();
    if (notice.readAt !== null) return;
    api('POST /notices/{id}/read', { id: notice.id }).then(
      (reply) => applyNotice(reply.notice, reply.unread),
      (error: unknown) => console.warn('A notice was not marked as read', error),
    );
  };
  return (
    <ul>
      {notices.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} onFollow={() => follow(notice)} />
      ))}
    </ul>
  );
}

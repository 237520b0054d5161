import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { Link } from 'react-router';
import { formatWhen } from '../../lib/format/format-time.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { broadcastsText } from '../../texts/broadcasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { BroadcastBadge } from './broadcast-badge.tsx';
import { broadcastsQuery } from './broadcasts-queries.ts';

/** Every broadcast, newest first. */
export function BroadcastList() {
  const t = broadcastsText.useText();
  const broadcasts = useQuery(broadcastsQuery, queryClient);
  const newOne = (
    <Button asChild>
      <Link to="/messages/broadcasts/new">
        <Megaphone aria-hidden className="size-4.5" />
        {t('newBroadcast')}
      </Link>
    </Button>
  );
  if (broadcasts.isPending) return <Skeleton className="h-40 w-full" />;
  if (broadcasts.data === undefined) {
    return (
      <Failed
        error={broadcasts.error}
        fallback={t('listFailed')}
        safe={t('nothingLost')}
        onTryAgain={() => void broadcasts.refetch()}
      />
    );
  }
  if (broadcasts.data.length === 0) {
    return (
      <Empty level="h2" title={t('emptyTitle')} action={newOne}>
        {t('emptyBody')}
      </Empty>
    );
  }
  return (
    <>
      <div className="mb-4">{newOne}</div>
      <Card room="list" as="div">
        <ul aria-label={t('pageTitle')} data-testid="broadcast-list">
          {broadcasts.data.map((one) => (
            <li key={one.id} className="border-t border-line first:border-t-0">
              <Link
                to={`/messages/broadcasts/${one.id}`}
                className="-mx-2 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-2 py-2.5 transition-colors hover:bg-soft"
              >
                <bdi data-abridged className="min-w-0 flex-1 truncate font-medium">
                  {one.name}
                </bdi>
                <BroadcastBadge status={one.status} />
                <time dateTime={one.createdAt} className="figures text-note text-muted">
                  {formatWhen(one.createdAt)}
                </time>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

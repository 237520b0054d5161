import type { Call } from '@farline/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError } from '../../lib/http.ts';
import { historyQuery, queryClient } from '../../lib/queries.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { callsText } from '../../texts/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Skeleton } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CallDetail } from './call-detail.tsx';
import { CallList } from './call-list.tsx';

const PAGE_SIZE = 20;
const FIRST_CALL = '+447700900123';
const ROOM_FOR_DETAIL = '(min-width: 108rem)';

/** The whole history, page by page, with each call's details under its line or, where there is room, beside the list. */
export function CallHistory({ onCall }: { onCall: (number: string) => void }) {
  const t = callsText.useText();
  const [page, setPage] = useState(1);
  const [selectedId, select] = useState<string | null>(null);
  const isBeside = useMediaQuery(ROOM_FOR_DETAIL);
  const history = useQuery({ ...historyQuery(page, PAGE_SIZE), placeholderData: keepPreviousData }, queryClient);

  if (history.isPending) return <ListSkeleton lines={8} />;
  if (history.isError) return <HistoryFailed error={history.error} onTryAgain={() => void history.refetch()} />;

  const { calls, total, limit } = history.data;
  if (total === 0) return <NoCalls onCall={onCall} />;

  const pages = Math.max(1, Math.ceil(total / limit));
  const selected = calls.find((call) => call.id === selectedId);
  const detail = (call: Call) => <CallDetail call={call} onCallAgain={onCall} />;
  return (
    <div className="flex items-start gap-6">
      <Card room="list" className="@container min-w-0 flex-1">
        <CallList
          calls={calls}
          selectedId={selectedId}
          onSelect={select}
          renderDetail={isBeside ? undefined : detail}
        />
        {pages > 1 && (
          <nav aria-label={t('pages')} className="flex items-center justify-between gap-3 border-t border-line pt-3">
            <Button look="quiet" size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
              {t('previous')}
            </Button>
            <span className="figures text-note text-muted">{t('pageOf', { page, pages })}</span>
            <Button look="quiet" size="small" disabled={page >= pages} onClick={() => setPage(page + 1)}>
              {t('next')}
            </Button>
          </nav>
        )}
      </Card>
      {isBeside && selected !== undefined && (
        <Card className="sticky top-24 w-96" aria-label={t('details')}>
          {detail(selected)}
        </Card>
      )}
    </div>
  );
}

/** The list's shape while it is on its way. */
export function ListSkeleton({ lines }: { lines: number }) {
  return (
    <Card className="grid gap-5">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="flex items-center gap-3">
          <Skeleton className="h-4 w-6" />
          <Skeleton className="h-5 w-44" />
          <span className="flex-1" />
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </Card>
  );
}

/** The list could not be read; nothing else happened. */
export function HistoryFailed({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  const t = callsText.useText();
  const said = error instanceof RequestError && error.serverMessage !== null ? error.serverMessage : t('historyFailed');
  return (
    <Notice
      kind="error"
      title={said}
      action={
        <Button size="small" onClick={onTryAgain}>
          {t('tryAgain')}
        </Button>
      }
    >
      {t('notTouched')}
    </Notice>
  );
}

/** Nobody was called yet: the practice network is a good start. */
export function NoCalls({ onCall }: { onCall: (number: string) => void }) {
  const t = callsText.useText();
  return (
    <Empty title={t('emptyTitle')} action={<Button onClick={() => onCall(FIRST_CALL)}>{t('emptyAction')}</Button>}>
      {t('emptyBody')}
    </Empty>
  );
}

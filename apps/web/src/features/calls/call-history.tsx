import type { Call } from '@farline/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { Reply } from '../../lib/api/api-routes.ts';
import { callDetailQuery, historyQuery, queryClient } from '../../lib/session/queries.ts';
import { SPECIFIED } from '../../lib/specification-constants.ts';
import { useRoomForDetail } from '../../lib/page/use-room-for-detail.ts';
import { callsText } from '../../texts/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SaveFile } from '../../ui/save-file.tsx';
import { CallDetail } from './call-detail.tsx';
import { searched } from '../../lib/format/home-country.ts';
import { filterQuery, type ListView, readListView, writeListView } from './call-filters.ts';
import { CallList } from './call-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { HistoryFailed, ListSkeleton, NoCalls } from './list-states.tsx';

interface CallHistoryProps {
  onCall: (number: string) => void;
  /** What makes a contact of a number. */
  addContact: (number: string) => ReactNode;
  /** What is kept of whoever has a number. */
  aboutPerson: (number: string) => ReactNode;
}

/**
 * The whole history, page by page, narrowed down by what the address bar says; each call's details stand under its line
 * or, where there is room, beside the list. The address bar says whose, so that they are there after a reload.
 */
export function CallHistory({ onCall, ...ofPerson }: CallHistoryProps) {
  const [search, setSearch] = useSearchParams();
  const { filters, page, callId } = readListView(search);
  const history = useQuery(
    {
      ...historyQuery(page, SPECIFIED.history.limit, { ...filters, ...searched(filters.q) }),
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  const show = useCallback(
    (view: ListView): void => setSearch(writeListView(view), { replace: true, preventScrollReset: true }),
    [setSearch],
  );

  const isNarrowed = Object.keys(filters).length > 0;
  const isEmpty = history.data?.total === 0 && !history.isPlaceholderData;
  if (isEmpty && !isNarrowed) return <NoCalls onCall={onCall} level="h2" />;
  return (
    <>
      <FilterBar filters={filters} onChange={(next) => show({ filters: next, page: 1, callId: null })} />
      {history.isPending && <ListSkeleton lines={8} />}
      {history.isError && <HistoryFailed error={history.error} onTryAgain={() => void history.refetch()} />}
      {history.data !== undefined && (
        <Found history={history.data} view={{ filters, page, callId }} show={show} onCall={onCall} {...ofPerson} />
      )}
    </>
  );
}

interface FoundProps extends CallHistoryProps {
  history: Reply<'GET /calls/history'>;
  view: ListView;
  show: (view: ListView) => void;
}

/** The calls that were found, and the way to their file and to further pages. */
function Found({ history, view, show, onCall, ...ofPerson }: FoundProps) {
  const t = callsText.useText();
  const { filters, page, callId } = view;
  const { calls, total, limit } = history;
  const isBeside = useRoomForDetail();
  const opened = useOpened(calls, callId);
  const selected = opened ?? (isBeside ? calls[0] : undefined);
  const select = (id: string | null): void => show({ filters, page, callId: id });
  const detail = (call: Call) => <CallDetail call={call} onCallAgain={onCall} {...ofPerson} />;
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-4">
        <p className="figures text-note text-muted" role="status">
          {t('found', { count: total })}
        </p>
        <SaveFile
          path={`/calls/export.csv${filterQuery({ ...filters, ...searched(filters.q) })}`}
          name={t('csvName')}
        />
      </div>
      {total === 0 ? (
        <p className="text-muted">{t('nothingFound')}</p>
      ) : (
        <div className={isBeside ? 'flex items-start gap-5' : 'grid gap-5'}>
          {!isBeside && opened !== undefined && !calls.includes(opened) && (
            <Card room="list" aria-label={t('details')}>
              {detail(opened)}
            </Card>
          )}
          <Card room="list" className="@container min-w-0 flex-1">
            <CallList
              calls={calls}
              selectedId={selected?.id ?? null}
              onSelect={select}
              onCall={onCall}
              renderDetail={isBeside ? undefined : detail}
            />
            {total > limit && (
              <Pages
                page={page}
                last={Math.ceil(total / limit)}
                onTurn={(next) => show({ filters, page: next, callId: null })}
              />
            )}
          </Card>
          {isBeside && selected !== undefined && (
            <Card
              room="tight"
              className="sticky top-24 max-h-[calc(100dvh-8rem)] w-88 overflow-y-auto undocked:pb-20"
              aria-label={t('details')}
            >
              {detail(selected)}
            </Card>
          )}
        </div>
      )}
    </>
  );
}

/** The call that the address bar names, though it may stand on another page of the list. */
function useOpened(calls: readonly Call[], callId: string | null): Call | undefined {
  const listed = calls.find((call) => call.id === callId);
  const isElsewhere = callId !== null && listed === undefined;
  const elsewhere = useQuery({ ...callDetailQuery(callId ?? ''), enabled: isElsewhere }, queryClient);
  return listed ?? (isElsewhere ? elsewhere.data?.call : undefined);
}

/** Which page of the list this is, and the way to the one before and after it. */
function Pages({ page, last, onTurn }: { page: number; last: number; onTurn: (page: number) => void }) {
  const t = callsText.useText();
  return (
    <nav aria-label={t('pages')} className="flex items-center justify-between gap-3 border-t border-line py-3">
      <Button look="quiet" size="small" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('previous')}
      </Button>
      <span className="figures text-note text-muted">{t('pageOf', { page, pages: last })}</span>
      <Button look="quiet" size="small" disabled={page >= last} onClick={() => onTurn(page + 1)}>
        {t('next')}
      </Button>
    </nav>
  );
}

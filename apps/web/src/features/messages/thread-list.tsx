import type { ListedThread } from '@farline/contracts/messages/messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useNumbersOfPerson } from '../../lib/messages/use-numbers-of-person.ts';
import { threadPath } from '../../lib/messages/thread-path.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { messagesText } from '../../texts/messages.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Field } from '../../ui/field.tsx';
import { SaveFile } from '../../ui/save-file.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useInboxView } from './inbox-view.ts';
import { threadsQuery } from './messages-queries.ts';
import { moveByArrows } from '../../lib/page/move-by-arrows.ts';
import { NewMessage } from './new-message.tsx';
import { lineOf } from './person/line-of.ts';
import { ThreadLine } from './thread-line.tsx';

const TYPING_PAUSE_MS = 250;
const SEARCH_TEXT_MAX = 60;
/** Of the sandbox network: it writes back. */
const ANSWERS = '+447700900007';

/** The people of the inbox, whoever wrote last first: found by name, number or words. Arrow keys move, Enter opens. */
export function ThreadList({ openPeer, onCall }: { openPeer: string | null; onCall: (number: string) => void }) {
  const t = messagesText.useText();
  const { q, isBlocked } = useInboxView();
  const threads = useInfiniteQuery(threadsQuery({ q, isBlocked }), queryClient);
  const shown = threads.data?.pages.flatMap((page) => page.items) ?? [];
  const list = useRef<HTMLUListElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  useScrolledAsBefore(pane, shown.length > 0);
  const open = useLineOf(shown, openPeer);
  useFocusWhereLeft(list, { isNothingOpen: openPeer === null, shown });

  const moveInList = (event: KeyboardEvent): void => moveByArrows(event, list);
  return (
    <>
      <search className="grid gap-2 pb-3">
        <SearchField onKeyDown={moveInList} />
        <WhichField />
      </search>
      <div
        ref={pane}
        className="-mx-2 min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4"
        onScroll={({ currentTarget }) => useInboxView.setState({ scrolled: currentTarget.scrollTop })}
      >
        {threads.isPending && <ListSkeleton />}
        {threads.isError && (
          <Failed
            error={threads.error}
            fallback={t('listFailed')}
            safe={t('nothingLost')}
            onTryAgain={() => void threads.refetch()}
          />
        )}
        {threads.isSuccess && shown.length === 0 && <Nothing />}
        {shown.length > 0 && (
          // The keys come from the links in it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <ul ref={list} aria-label={t('listLabel')} data-testid="thread-list" onKeyDown={moveInList}>
            {shown.map((thread) => (
              <ThreadLine key={thread.peer} thread={thread} isOpen={thread === open} onCall={onCall} />
            ))}
          </ul>
        )}
        <MoreButton list={threads} className="m-2" />
        {shown.length > 0 && (
          <div className="py-2">
            <SaveFile path="/messages/export.csv" name={t('csvName')} />
          </div>
        )}
      </div>
    </>
  );
}

/** The list is empty: nobody was found, or nothing was written yet. */
function Nothing() {
  const t = messagesText.useText();
  const { q, isBlocked } = useInboxView();
  const isTrial = useSession((session) => session.status === 'signed-in' && session.user.accountState === 'trial');
  if (q !== '') return <p className="px-2 text-muted">{t('nothingFound')}</p>;
  if (isBlocked) return <p className="px-2 text-muted">{t('nobodyBlocked')}</p>;
  return (
    <Empty
      level="h2"
      title={t('emptyTitle')}
      action={
        <div className="flex flex-wrap gap-2">
          <NewMessage />
          {isTrial && (
            <Button asChild look="quiet" size="small">
              <Link to={threadPath(ANSWERS)}>{t('tryPractice')}</Link>
            </Button>
          )}
        </div>
      }
    >
      {t('emptyBody')}
    </Empty>
  );
}

/** The inbox, or who is kept out of it. */
function WhichField() {
  const t = messagesText.useText();
  const isBlocked = useInboxView((view) => view.isBlocked);
  return (
    <Segments
      label={t('which')}
      value={isBlocked ? 'blocked' : 'inbox'}
      options={[
        { value: 'inbox', label: t('inbox') },
        { value: 'blocked', label: t('blockedOnes') },
      ]}
      onChoose={(which) => useInboxView.setState({ isBlocked: which === 'blocked', scrolled: 0 })}
    />
  );
}

/** Searches a moment after the typing stops. */
function SearchField({ onKeyDown }: { onKeyDown: (event: KeyboardEvent) => void }) {
  const t = messagesText.useText();
  const typed = useInboxView((view) => view.typed);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === useInboxView.getState().q) return;
    const timer = setTimeout(() => useInboxView.setState({ q: wanted, scrolled: 0 }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Field
      label={t('search')}
      type="search"
      maxLength={SEARCH_TEXT_MAX}
      value={typed}
      onKeyDown={onKeyDown}
      onChange={({ target }) => useInboxView.setState({ typed: target.value })}
    />
  );
}

function ListSkeleton() {
  return (
    <div className="grid gap-5 p-2">
      {[0, 1, 2, 3, 4].map((line) => (
        <div key={line} className="grid gap-2">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  );
}

/** From one thread to the next the list stays where it was. */
function useScrolledAsBefore(pane: RefObject<HTMLElement | null>, isFilled: boolean): void {
  useLayoutEffect(() => {
    if (isFilled) pane.current?.scrollTo({ top: useInboxView.getState().scrolled });
  }, [pane, isFilled]);
}

/** Whoever leaves a thread goes on in the list where they were. */
function useFocusWhereLeft(
  list: RefObject<HTMLElement | null>,
  { isNothingOpen, shown }: { isNothingOpen: boolean; shown: readonly ListedThread[] },
): void {
  const left = useLineOf(
    shown,
    useInboxView(({ leftPeer }) => leftPeer),
  )?.peer;
  useEffect(() => {
    if (!isNothingOpen || shown.length === 0 || useInboxView.getState().leftPeer === null) return;
    useInboxView.setState({ leftPeer: null });
    const lines = list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [];
    [...lines].find((line) => line.dataset['peer'] === left)?.focus();
  }, [list, isNothingOpen, shown, left]);
}

/** The line of whoever has a number; undefined where none is theirs. */
function useLineOf(shown: readonly ListedThread[], number: string | null): ListedThread | undefined {
  const numbers = useNumbersOfPerson(number ?? '');
  return number === null ? undefined : lineOf(shown, number, numbers);
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';
import { otherSide } from '../../lib/calls/other-side.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { notify } from '../../lib/page/notify.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { messagesText } from '../../texts/messages.ts';
import { Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Composer } from './composer.tsx';
import { hearDraft, saveDraft } from './drafts.ts';
import { useInboxView } from './inbox-view.ts';
import { callsWithQuery, changeThread, messagesWithQuery, scheduledQuery, threadQuery } from './messages-queries.ts';
import { notInThread } from './outbox-state.ts';
import { useOutbox } from './outbox.ts';
import { isNumber } from '../../ui/peer.tsx';
import { type ContactParts, ThreadHeader } from './thread-header.tsx';
import { timelineOf } from './timeline.ts';
import { TimelineView } from './timeline-view.tsx';

interface ThreadViewProps {
  peer: string;
  onCall: (number: string) => void;
  contacts: ContactParts;
}

/** Everything that was written and said with one person, and the field for more. Escape leads back to the list. */
export function ThreadView({ peer, onCall, contacts }: ThreadViewProps) {
  const t = messagesText.useText();
  const navigate = useNavigate();
  const { thread, messages, calls, timeline, outgoing, scheduled, newestId } = useThread(peer);
  const [isAtEnd, setAtEnd] = useState(true);
  useReadMark({ peer, newestId, isUnread: (thread.data?.unread ?? 0) > 0, isSeen: isAtEnd });
  useKeptDraft(peer, thread.data?.draft);

  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // A call under way is ended by this key, but not from a field.
    const isInField = event.target instanceof HTMLTextAreaElement;
    if (useCallInProgress.getState().isRunning && !isInField) return;
    event.preventDefault();
    useInboxView.setState({ leftPeer: peer });
    void navigate('/messages');
  };
  const readOn = (): void => void (timeline.next === 'messages' ? messages : calls).fetchNextPage();

  return (
    // The keys come from what is in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section aria-label={t('thread')} className="flex min-h-0 flex-1 flex-col" onKeyDown={leave} data-testid="thread">
      <ThreadHeader peer={peer} thread={thread.data} onCall={onCall} contacts={contacts} />
      {messages.isPending && <ThreadSkeleton />}
      {messages.isError && (
        <div className="flex-1 p-4">
          <Failed
            error={messages.error}
            fallback={t('threadFailed')}
            safe={t('nothingLost')}
            onTryAgain={() => void messages.refetch()}
          />
        </div>
      )}
      {messages.isSuccess && (
        <TimelineView
          entries={timeline.entries}
          outgoing={outgoing}
          scheduled={scheduled}
          hasMore={timeline.next !== null}
          isReadingOn={messages.isFetchingNextPage || calls.isFetchingNextPage}
          onReadOn={readOn}
          onAtEnd={setAtEnd}
        />
      )}
      {thread.data?.isBlocked === true && (
        <Notice kind="info" className="mx-4 mb-2">
          {t('blockedNote')}
        </Notice>
      )}
      {isNumber(peer) ? (
        <Composer peer={peer} newestId={newestId} />
      ) : (
        <p className="border-t border-line p-4 text-note text-muted">{t('noReply')}</p>
      )}
    </section>
  );
}

/** All that is known of what was written and said with somebody, with what is not sent yet. */
function useThread(peer: string) {
  const thread = useQuery(threadQuery(peer), queryClient);
  const messages = useInfiniteQuery(messagesWithQuery(peer), queryClient);
  const calls = useInfiniteQuery({ ...callsWithQuery(peer), enabled: isNumber(peer) }, queryClient);
  const waiting = useQuery({ ...scheduledQuery(peer), enabled: (thread.data?.scheduled ?? 0) > 0 }, queryClient);
  const { messages: outbox, sendingKey } = useOutbox();

  const written = messages.data?.pages.flatMap((page) => page.items) ?? [];
  const said = calls.data?.pages.flatMap((page) => page.items).filter((call) => otherSide(call) === peer) ?? [];
  const timeline = timelineOf(
    { items: written, hasMore: messages.hasNextPage },
    { items: said, hasMore: calls.hasNextPage },
  );
  const outgoing = notInThread(
    outbox.filter((one) => one.peer === peer),
    written,
    sendingKey,
  );
  const newestId = messages.isSuccess ? (written[0]?.id ?? '') : null;
  return { thread, messages, calls, timeline, outgoing, scheduled: waiting.data ?? [], newestId };
}

function ThreadSkeleton() {
  return (
    <div className="flex flex-1 flex-col justify-end gap-3 p-4">
      <Skeleton className="h-10 w-56 rounded-card" />
      <Skeleton className="h-10 w-40 self-end rounded-card" />
      <Skeleton className="h-16 w-64 rounded-card" />
    </div>
  );
}

interface Reading {
  peer: string;
  newestId: string | null;
  isUnread: boolean;
  /** The end of the thread is in sight. */
  isSeen: boolean;
}

/** What stands before somebody's eyes is read, on each device at once. */
function useReadMark({ peer, newestId, isUnread, isSeen }: Reading): void {
  const isVisible = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
  const isToMark = isVisible && isSeen && isUnread && newestId !== null && newestId !== '';
  useEffect(() => {
    if (!isToMark) return;
    changeThread(peer, { readUpTo: newestId }).catch(
      async (error: unknown) => await notify({ type: 'error', message: sentenceOf(error) }),
    );
  }, [peer, newestId, isToMark]);
}

function watchVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/** The draft is the same on every device; what was typed last is kept when the thread or the page is left. */
function useKeptDraft(peer: string, draft: string | undefined): void {
  useEffect(() => {
    if (draft !== undefined) hearDraft(peer, draft);
  }, [peer, draft]);
  useEffect(() => {
    const keep = (): void => saveDraft(peer);
    globalThis.addEventListener('pagehide', keep);
    return () => {
      globalThis.removeEventListener('pagehide', keep);
      keep();
    };
  }, [peer]);
}

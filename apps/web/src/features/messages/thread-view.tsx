import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { Thread } from '@farline/contracts/messages/messages';
import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';
import { threadPath } from '../../lib/messages/thread-path.ts';
import { notify } from '../../lib/page/notify.ts';
import { sentenceOf } from '../../lib/api/http.ts';
import { messagesText } from '../../texts/messages.ts';
import { Skeleton } from '../../ui/card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Composer } from './composer.tsx';
import { hearDraft, saveDraft } from './drafts.ts';
import { changeThread } from './messages-queries.ts';
import { OutgoingOnes } from './outgoing-bubble.tsx';
import { isNumber } from '../../ui/peer.tsx';
import { type ContactParts, ThreadHeader, type ThreadsList } from './thread-header.tsx';
import { PersonNotes } from './person/person-notes.tsx';
import { TimelineView } from './timeline-view.tsx';
import { useThread } from './use-thread.ts';

interface ThreadViewProps {
  peer: string;
  /** The message that it is opened at; null: its end. */
  at: string | null;
  list: ThreadsList;
  /** Whether somebody who opens it is about to write. */
  takesFocus: boolean;
  onCall: (number: string) => void;
  contacts: ContactParts;
}

/** Everything that was written and said with one person, and the field for more. Escape leads back to the list. */
export function ThreadView({ peer, at, list, takesFocus, onCall, contacts }: ThreadViewProps) {
  const t = messagesText.useText();
  const navigate = useNavigate();
  const { thread, threads, messages, outgoing, newer, newestId, blocked, ...story } = useThread(peer, at);
  const [isAtEnd, setAtEnd] = useState(false);
  useReadMark({ threads, newestId, isSeen: isAtEnd && newer === null });
  useKeptDraft(peer, thread.data?.draft);

  const leave = useLeaving(list);
  const toEnd = (): void => {
    if (at !== null) void navigate(threadPath(peer), { replace: true });
  };

  return (
    // The keys come from what is in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section aria-label={t('thread')} className="flex min-h-0 flex-1 flex-col" onKeyDown={leave} data-testid="thread">
      <ThreadHeader
        peer={peer}
        thread={thread.data}
        blocked={blocked}
        list={list}
        onCall={onCall}
        contacts={contacts}
      />
      {messages.isPending && <ThreadSkeleton />}
      {messages.isError && (
        <div className={messages.data === undefined ? 'grid flex-1 content-between gap-5 overflow-y-auto p-4' : 'p-4'}>
          <Failed
            error={messages.error}
            fallback={t('threadFailed')}
            safe={t('nothingLost')}
            onTryAgain={() => void messages.refetch()}
          />
          {messages.data === undefined && <OutgoingOnes outgoing={outgoing} />}
        </div>
      )}
      {messages.data !== undefined && (
        <TimelineView key={at} at={at} {...story} outgoing={outgoing} newer={newer} onEnd={toEnd} onAtEnd={setAtEnd} />
      )}
      <PersonNotes threads={threads} blocked={blocked} />
      {isNumber(peer) ? (
        <Composer peer={peer} newestId={newestId} takesFocus={takesFocus} onSent={toEnd} />
      ) : (
        <p className="border-t border-line p-4 text-note text-muted">{t('noReply')}</p>
      )}
    </section>
  );
}

/** What leads back to the list by Escape. */
function useLeaving({ path, onLeave }: ThreadsList): (event: KeyboardEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // A call under way is ended by this key, but not from a field.
    const isInField = event.target instanceof HTMLTextAreaElement;
    if (useCallInProgress.getState().isRunning && !isInField) return;
    event.preventDefault();
    onLeave();
    void navigate(path);
  };
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
  /** One for each of their numbers. */
  threads: readonly Thread[];
  newestId: string | null;
  /** The end of the thread is in sight. */
  isSeen: boolean;
}

/** What stands before somebody's eyes is read, on each device at once. */
function useReadMark({ threads, newestId, isSeen }: Reading): void {
  const isVisible = useSyncExternalStore(watchVisibility, isPageVisible, isPageVisible);
  const unread = threads.filter((thread) => thread.unread > 0).map(({ peer }) => peer);
  const toMark = isVisible && isSeen && newestId !== null && newestId !== '' ? unread.join('\n') : '';
  // The answer to one doesn't mark the others again.
  const underWay = useRef(new Set<string>());
  useEffect(() => {
    if (newestId === null) return;
    for (const peer of toMark.split('\n').filter((one) => one !== '')) {
      const mark = `${peer} ${newestId}`;
      if (underWay.current.has(mark)) continue;
      underWay.current.add(mark);
      changeThread(peer, { readUpTo: newestId })
        .catch(async (error: unknown) => await notify({ type: 'error', message: sentenceOf(error) }))
        .finally(() => underWay.current.delete(mark));
    }
  }, [newestId, toMark]);
}

const isPageVisible = (): boolean => document.visibilityState === 'visible';

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

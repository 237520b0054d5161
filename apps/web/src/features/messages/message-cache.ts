import type { Message, ScheduledMessage, Thread, threadsReply } from '@farline/contracts/messages/messages';
import type { messagesReply } from '@farline/contracts/messages/thread-requests';
import type { InfiniteData, QueryKey } from '@tanstack/react-query';
import type { z } from 'zod';
import { queryClient } from '../../lib/session/queries.ts';
import { withChanged, withLast, withMessage, withThread } from './inbox-pages.ts';

type MessagePages = InfiniteData<z.output<typeof messagesReply>>;
type ThreadPages = InfiniteData<z.output<typeof threadsReply>>;

const THREADS = ['messages', 'threads'];
const UNREAD = ['messages', 'unread'];
const scheduledKey = (peer: string): QueryKey => ['messages', 'scheduled', peer];
const threadKey = (peer: string): QueryKey => ['messages', 'thread', peer];
const WITH = ['messages', 'with'];

/** Puts a new or changed message wherever it is shown. Who has another last message by it is asked for again. */
export function putMessage(message: Message): void {
  const { peer } = message;
  for (const key of keysWith(peer)) {
    const change = isAround(key) ? withChanged : withMessage;
    put<MessagePages>(key, (shown) => ({ ...shown, pages: change(shown.pages, message) }));
  }
  // What a broadcast sends does not bring its people to the top of the inbox.
  if (message.broadcastId !== null) return;
  put<Thread>(threadKey(peer), (thread) => (thread.last?.id === message.id ? { ...thread, last: message } : null));
  putInLists((pages) => withLast(pages, message));
}

/**
 * Puts a message that was just sent into its thread. What was pushed of it meanwhile is newer. An answer `of_before`, which
 * was given to an earlier attempt, may be older than anything that is known: the thread is asked for again.
 */
export function putReply(message: Message, answer: 'new' | 'of_before'): void {
  const keys = keysWith(message.peer);
  if (answer === 'of_before') for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  const shown = keys.flatMap((key) => queryClient.getQueryData<MessagePages>(key)?.pages ?? []);
  if (!shown.some((page) => page.items.some((one) => one.id === message.id))) putMessage(message);
}

/** The lists of what was written with whoever has a number, by all numbers of theirs. */
function keysWith(peer: string): QueryKey[] {
  const isTheirs = (peers: unknown) => Array.isArray(peers) && peers.includes(peer);
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: WITH })
    .map(({ queryKey }) => queryKey)
    .filter(([, , peers]) => isTheirs(peers));
}

/** It has what stands around one message, and not the newest. */
const isAround = (key: QueryKey): boolean => key.length > WITH.length + 1;

/** Puts the new state of a thread wherever it is shown. */
export function putThread(thread: Thread): void {
  put<Thread>(threadKey(thread.peer), () => thread);
  putInLists((pages) => withThread(pages, thread));
  put<readonly ScheduledMessage[]>(scheduledKey(thread.peer), () => (thread.scheduled === 0 ? [] : null));
}

/** Puts the count of all unread messages into its place. */
export function putUnread(unread: number): void {
  put<number>(UNREAD, () => unread);
}

function putInLists(change: (pages: ThreadPages['pages']) => ThreadPages['pages'] | null): void {
  for (const [key] of queryClient.getQueriesData({ queryKey: THREADS })) {
    put<ThreadPages>(key, (shown) => {
      const pages = change(shown.pages);
      return pages === null ? null : { ...shown, pages };
    });
  }
}

/**
 * Changes a cached answer; null: it cannot be told from here, so it is asked for again. So is what was under way
 * meanwhile: it may be older than the change.
 */
function put<Data>(queryKey: QueryKey, change: (data: Data) => Data | null): void {
  const isUnderWay = queryClient.isFetching({ queryKey, exact: true }) > 0;
  const shown = queryClient.getQueryData<Data>(queryKey);
  const changed = shown === undefined ? undefined : change(shown);
  if (changed !== undefined && changed !== null) queryClient.setQueryData(queryKey, changed);
  if (isUnderWay || changed === null) void queryClient.invalidateQueries({ queryKey, exact: true });
}

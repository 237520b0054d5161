import type { ScheduledMessage, Thread } from '@farline/contracts/messages/messages';
import type { threadChange } from '@farline/contracts/messages/thread-requests';
import type { Money } from '@farline/contracts/money';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { searched } from '../../lib/format/home-country.ts';
import { RequestError } from '../../lib/api/http.ts';
import { useLiveState } from '../../lib/live/live-events.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { putThread } from './message-cache.ts';
import { attemptOf } from './outbox-state.ts';
import { unreadQuery } from './unread-query.ts';

const MESSAGES_AT_ONCE = 50;
const CALLS_AT_ONCE = 50;

/** Which threads the list shows. */
export interface ThreadsFilter {
  q: string;
  isBlocked: boolean;
}

/** The people of the inbox, whoever wrote last first, a page at a time. */
export const threadsQuery = ({ q, isBlocked }: ThreadsFilter) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'threads', { q, isBlocked }],
    queryFn: ({ pageParam }) =>
      api('GET /messages/threads', {
        query: {
          ...searched(q),
          ...(isBlocked ? { blocked: true } : {}),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  });

/** One person: how many of their messages are unread, the draft, whether they are blocked. */
export const threadQuery = (peer: string) =>
  queryOptions({
    queryKey: ['messages', 'thread', peer],
    queryFn: async () => (await api('GET /messages/threads/{peer}', { peer })).thread,
  });

/** What calls and messages with one person have come to. */
export const personSpendQuery = (peer: string) =>
  queryOptions({
    queryKey: ['insight', 'person', peer],
    queryFn: async () => await api('GET /insight/people/{peer}', { peer }),
  });

/** What waits to be sent to somebody at a time, or was not sent when that came. */
export const scheduledQuery = (peer: string) =>
  queryOptions({
    queryKey: ['messages', 'scheduled', peer],
    queryFn: async (): Promise<readonly ScheduledMessage[]> =>
      (await api('GET /messages/scheduled', { query: { peer } })).items,
  });

/** One message, where nothing but its id is known: a line of the ledger names it. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'one', id],
    queryFn: async () => (await api('GET /messages/{id}', { id })).message,
  });

/** What was written with one person, by any of their numbers, newest first, a page at a time. */
export const messagesWithQuery = (peers: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'with', peers],
    queryFn: ({ pageParam }) =>
      readMessages(peers, { limit: MESSAGES_AT_ONCE, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

interface PlaceInThread {
  around?: string;
  after?: string;
  cursor?: string;
}

async function readMessages([peer = '', ...others]: readonly string[], query: PlaceInThread & { limit: number }) {
  const also = others.length === 0 ? {} : { also: others.join(',') };
  return await api('GET /messages/threads/{peer}/messages', { peer, query: { ...query, ...also } });
}

/** What was written with one person around one of the messages, newest first, a page at a time at both ends. */
export const messagesAroundQuery = (peers: readonly string[], id: string) => {
  const first: PlaceInThread = { around: id };
  return infiniteQueryOptions({
    queryKey: ['messages', 'with', peers, 'around', id],
    queryFn: ({ pageParam }) => readMessages(peers, { limit: MESSAGES_AT_ONCE, ...pageParam }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? null : { cursor: nextCursor }),
    getPreviousPageParam: ({ newerCursor }) => (newerCursor === null ? null : { after: newerCursor }),
  });
};

/** The calls with one person, newest first, a page at a time. It is a part of the history: what changes that changes it. */
export const callsWithQuery = (peers: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: ['calls', 'history', 'with', peers],
    queryFn: ({ pageParam }) =>
      api('GET /calls', {
        query: { with: peers.join(','), limit: CALLS_AT_ONCE, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Keeps a draft, marks as read, blocks or unblocks; every page of the account hears of it. */
export async function changeThread(
  peer: string,
  change: z.input<typeof threadChange>,
  options: { keepalive?: boolean } = {},
): Promise<Thread> {
  const { thread } = await api('PATCH /messages/threads/{peer}', { peer, body: change, ...options });
  putThread(thread);
  // Usually the count of all unread messages is pushed.
  if (useLiveState.getState().state !== 'live') {
    void queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey });
  }
  return thread;
}

/** What is scheduled with somebody has changed: usually that is pushed. */
export async function scheduledChanged(peer: string): Promise<void> {
  await Promise.all(
    [scheduledQuery(peer).queryKey, threadQuery(peer).queryKey].map(
      async (queryKey) => await queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** A text as it is counted; `from`: who it is from, where somebody chose. */
export interface Written {
  text: string;
  encoding: string;
  segments: number;
  from?: string | undefined;
}

/** What a text of so many parts would cost, and what stands in its way. Asked again where the parts change. */
export const previewQuery = (peer: string, written: Written) =>
  queryOptions({
    queryKey: ['messages', 'preview', peer, written.encoding, written.segments, written.from],
    queryFn: () => api('POST /messages/preview', { body: { to: peer, text: written.text, from: written.from } }),
    // Most that fails here is an answer, such as a number that cannot be written to.
    retry: false,
  });

/** What a segment to somebody costs now, from this sender; null where there is no line to ask. Refused where they cannot be written to. */
export async function priceNow(peer: string, from: string | undefined): Promise<Money | null> {
  try {
    return (await api('POST /messages/preview', { body: { to: peer, text: '', from } })).pricePerSegment;
  } catch (error) {
    if (error instanceof RequestError && attemptOf(error).came === 'nothing') return null;
    throw error;
  }
}

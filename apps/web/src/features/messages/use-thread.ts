import type { Message } from '@farline/contracts/messages/messages';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { otherSide } from '../../lib/calls/other-side.ts';
import { useAreNumbersKnown } from '../../lib/messages/use-numbers-of-person.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { isNumber } from '../../ui/peer.tsx';
import { callsWithQuery, messagesAroundQuery, messagesWithQuery, threadQuery } from './messages-queries.ts';
import { notInThread } from './outbox-state.ts';
import { useOutbox } from './outbox.ts';
import { blockedOf } from './person/blocked-of.ts';
import { usePerson } from './person/use-person.ts';
import { timelineOf } from './timeline.ts';

/**
 * All that is known of what was written and said with somebody, by any of their numbers, with what is not sent yet. `at`: the message that it is opened at. One that is not
 * among the newest is shown with those around it, apart from the end, until it was read on to that.
 */
export function useThread(peer: string, at: string | null) {
  const thread = useQuery(threadQuery(peer), queryClient);
  const { peers, threads, scheduled } = usePerson(peer);
  const { messages, shown, newest, isApart } = useMessages(peers, at);
  // A sender who has a name and no number calls nobody.
  const mayHaveCalled = useAreNumbersKnown() && peers.every(isNumber);
  const calls = useInfiniteQuery({ ...callsWithQuery(peers), enabled: mayHaveCalled }, queryClient);
  const { messages: outbox, sendingKey } = useOutbox();

  const said =
    calls.data?.pages.flatMap((page) => page.items).filter((call) => peers.includes(otherSide(call) ?? '')) ?? [];
  const timeline = timelineOf(
    { items: shown, hasMore: messages.hasNextPage },
    { items: said, hasMore: calls.hasNextPage },
  );
  const until = isApart ? Date.parse(shown[0]?.createdAt ?? '') : Number.POSITIVE_INFINITY;
  const entries = timeline.entries.filter((entry) => Date.parse(entry.at) <= until);
  useCallsUpTo(
    calls,
    timeline.next === 'calls' && shown.some(({ id }) => id === at) && !entries.some(({ id }) => id === at),
  );

  const mine = outbox.filter((one) => peers.includes(one.peer));
  return {
    thread,
    messages,
    entries,
    older: {
      hasNextPage: timeline.next !== null,
      isFetchingNextPage: messages.isFetchingNextPage || calls.isFetchingNextPage,
      fetchNextPage: async () => await (timeline.next === 'messages' ? messages : calls).fetchNextPage(),
    },
    newer: isApart
      ? { isReading: messages.isFetchingPreviousPage, read: () => void messages.fetchPreviousPage() }
      : null,
    outgoing: isApart ? [] : notInThread(mine, newest, sendingKey),
    scheduled: isApart ? [] : scheduled,
    threads,
    blocked: blockedOf(peers, threads),
    /** '' in an empty thread, null where it is not read yet. */
    newestId: messages.isSuccess ? (newest[0]?.id ?? '') : null,
  };
}

/** The messages that are shown, newest first, with the list that they are of, and the newest of all. */
function useMessages(peers: readonly string[], at: string | null) {
  const latest = useInfiniteQuery({ ...messagesWithQuery(peers), enabled: useAreNumbersKnown() }, queryClient);
  const newest = latest.data?.pages.flatMap((page) => page.items) ?? [];
  const isFar = at !== null && latest.isSuccess && !newest.some(({ id }) => id === at);
  const around = useInfiniteQuery({ ...messagesAroundQuery(peers, at ?? ''), enabled: isFar }, queryClient);
  if (!isFar) return { messages: latest, shown: newest, newest, isApart: false };
  const near = around.data?.pages.flatMap((page) => page.items) ?? [];
  const isApart = !around.isSuccess || around.hasPreviousPage;
  return { messages: around, shown: isApart ? near : joined(newest, near), newest, isApart };
}

/** What was read on to the end, and what has come since. */
function joined(newest: readonly Message[], near: readonly Message[]): Message[] {
  const read = new Set(near.map(({ id }) => id));
  return [...newest.filter(({ id }) => !read.has(id)), ...near];
}

interface ReadableCalls {
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => unknown;
}

/** Messages are shown from where the calls are known: what somebody looks for must not be left out for them. */
function useCallsUpTo({ isFetching, isError, fetchNextPage }: ReadableCalls, isLeftOut: boolean): void {
  const isToRead = isLeftOut && !isFetching && !isError;
  useEffect(() => {
    if (isToRead) fetchNextPage();
  }, [isToRead, fetchNextPage]);
}

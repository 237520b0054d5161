import { useQueries } from '@tanstack/react-query';
import { useNumbersOfPerson } from '../../../lib/messages/use-numbers-of-person.ts';
import { queryClient } from '../../../lib/session/queries.ts';
import { scheduledQuery, threadQuery } from '../messages-queries.ts';

/** Whoever has a number: all numbers of their contact, what is known of the threads with them, and what waits to be sent to any. */
export function usePerson(peer: string) {
  const peers = useNumbersOfPerson(peer);
  const threads = useQueries({ queries: peers.map(threadQuery) }, queryClient).flatMap(({ data }) => data ?? []);
  const awaited = threads.filter(({ scheduled }) => scheduled > 0);
  const waiting = useQueries({ queries: awaited.map((thread) => scheduledQuery(thread.peer)) }, queryClient);
  const scheduled = waiting
    .flatMap(({ data }) => data ?? [])
    .toSorted((one, other) => Date.parse(one.sendAt) - Date.parse(other.sendAt));
  return { peers, threads, scheduled };
}

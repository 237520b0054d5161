import type { Voicemail } from '@farline/contracts/voicemail/voicemails';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { goneByNow } from '../../../lib/api/gone-by-now.ts';
import { download } from '../../../lib/api/download.ts';
import { queryClient } from '../../../lib/session/queries.ts';

const MOST_OF_ONE = 100;

/** What callers left, on one number or on all (null), newest first, a page at a time. What was shown before stays until it is there. */
export const voicemailsQuery = (number: string | null) =>
  infiniteQueryOptions({
    queryKey: ['voicemails', 'list', number],
    queryFn: ({ pageParam }) =>
      api('GET /voicemails', {
        query: { ...(number === null ? {} : { number }), ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  });

/** One by itself: the address bar names it, and it may stand on another page of the list. */
export const voicemailQuery = (id: string) =>
  queryOptions({
    queryKey: ['voicemails', 'one', id],
    queryFn: async () => (await api('GET /voicemails/{id}', { id })).voicemail,
  });

/** How many nobody has heard. */
export const unheardQuery = queryOptions({
  queryKey: ['voicemails', 'unheard'],
  queryFn: async () => (await api('GET /voicemails', { query: { limit: 1 } })).unheard,
});

/** The latest of one caller. */
export const voicemailsFromQuery = (from: string) =>
  queryOptions({
    queryKey: ['voicemails', 'from', from],
    queryFn: async () => (await api('GET /voicemails', { query: { from, limit: MOST_OF_ONE } })).items,
  });

/** The sound of one, which never changes. */
export const soundQuery = (id: string) =>
  queryOptions({
    queryKey: ['voicemail-sound', id],
    queryFn: async () => await download(`/voicemails/${id}/recording`),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The links of one that stand. */
export const sharesQuery = (id: string) =>
  queryOptions({
    queryKey: ['voicemail-shares', id],
    queryFn: async () => await api('GET /voicemails/{id}/shares', { id }),
  });

/** Notes that it was heard, or is to count as new again. */
export async function sayHeard({ id }: Pick<Voicemail, 'id'>, isHeard: boolean): Promise<void> {
  await api('PATCH /voicemails/{id}', { id, body: { isHeard } });
  await queryClient.invalidateQueries({ queryKey: ['voicemails'] });
}

/** Deletes it with its sound. */
export async function deleteVoicemail(id: string): Promise<void> {
  await goneByNow(api('DELETE /voicemails/{id}', { id }));
}

/** Reads the lists without one that was deleted, once nothing shows it any more: to ask for it by itself would be in vain. */
export async function forgetVoicemail(id: string): Promise<void> {
  queryClient.removeQueries({ queryKey: soundQuery(id).queryKey });
  queryClient.removeQueries({ queryKey: voicemailQuery(id).queryKey });
  await queryClient.invalidateQueries({ queryKey: ['voicemails'] });
}

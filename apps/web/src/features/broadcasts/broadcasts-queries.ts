import type { Broadcast, BroadcastDetail } from '@farline/contracts/messages/broadcasts';
import { queryOptions } from '@tanstack/react-query';
import type { RequestParts } from '../../lib/api/api-routes.ts';
import { api } from '../../lib/api/api-client.ts';
import { changedFrom } from '../../lib/api/changed-from.ts';
import { tryIntent } from '../../lib/api/try-intent.ts';
import { queryClient } from '../../lib/session/queries.ts';

const WHILE_RUNNING_MS = 3_000;
const ROWS = 20;

/** The broadcasts of the account, newest first. */
export const broadcastsQuery = queryOptions({
  queryKey: ['broadcasts', 'all'],
  queryFn: async (): Promise<readonly Broadcast[]> => (await api('GET /messages/broadcasts')).items,
});

/** One of them with its counts and its cost; while it runs it is asked for again and again. */
export const broadcastQuery = (id: string) =>
  queryOptions({
    queryKey: ['broadcasts', 'one', id],
    queryFn: async (): Promise<BroadcastDetail> => (await api('GET /messages/broadcasts/{id}', { id })).broadcast,
    // Its counts change with every message and receipt: a push for each would be a flood.
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnderWay(data) ? WHILE_RUNNING_MS : false),
  });

/** The first recipients, or those after a line. */
export const recipientsQuery = (broadcast: BroadcastDetail, isLeftOut: boolean) =>
  queryOptions({
    queryKey: ['broadcasts', 'one', broadcast.id, 'recipients', isLeftOut],
    // As above.
    refetchInterval: isUnderWay(broadcast) ? WHILE_RUNNING_MS : false,
    queryFn: () =>
      api('GET /messages/broadcasts/{id}/recipients', {
        id: broadcast.id,
        query: { limit: ROWS, ...(isLeftOut ? { leftOut: true } : {}) },
      }),
  });

/** Makes a draft. The same, asked for twice before it is answered, is one. */
export async function createBroadcast(
  body: RequestParts<'POST /messages/broadcasts'>['body'],
): Promise<BroadcastDetail> {
  const { broadcast } = await tryIntent(`broadcast ${JSON.stringify(body)}`, async (idempotencyKey) =>
    api('POST /messages/broadcasts', { body, idempotencyKey }),
  );
  return broadcast;
}

/** What is written of a broadcast. */
export interface Written {
  name: string;
  text: string;
  optOutLine: string | null;
  /** Undefined: the server knows. */
  from: string | undefined;
}

type Draft = Pick<BroadcastDetail, 'id' | 'name' | 'text' | 'optOutLine' | 'number'>;

/** What of it is not saved yet. */
export function changesOf({ name, text, optOutLine, number }: Draft, written: Written): Partial<Written> {
  const wanted = { ...written, name: written.name.trim(), from: written.from ?? number };
  return changedFrom<Written>({ name, text, optOutLine, from: number }, wanted);
}

/** Of what was typed, what differs from what is saved, letter by letter: what was taken back is as if nobody had touched it. */
export function stillTyped({ name, text, optOutLine, number }: Draft, typed: Partial<Written>): Partial<Written> {
  return changedFrom<Partial<Written>>({ name, text, optOutLine, from: number }, typed);
}

/** Changes what is not saved yet of a draft, and no more: another device may change the rest. */
export async function changeBroadcast(draft: Draft, written: Written): Promise<BroadcastDetail> {
  const body = changesOf(draft, written);
  return (await api('PATCH /messages/broadcasts/{id}', { id: draft.id, body })).broadcast;
}

/** Puts what the server answered into its place; what depends on it is asked for again. */
export function putBroadcast(broadcast: BroadcastDetail): void {
  queryClient.setQueryData(broadcastQuery(broadcast.id).queryKey, broadcast);
  void queryClient.invalidateQueries({ queryKey: ['broadcasts', 'one', broadcast.id, 'recipients'] });
  void queryClient.invalidateQueries({ queryKey: broadcastsQuery.queryKey });
}

/** Whether something of it may change by itself: it runs, or what it sent is on its way. */
function isUnderWay({ status, counts }: BroadcastDetail): boolean {
  return status === 'running' || (status !== 'draft' && counts.queued + counts.sent > 0);
}

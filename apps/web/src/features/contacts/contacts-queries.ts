import type { Contact } from '@farline/contracts/contacts/contacts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api/api-client.ts';
import { goneByNow } from '../../lib/api/gone-by-now.ts';
import { tryIntent } from '../../lib/api/try-intent.ts';
import { searched } from '../../lib/format/home-country.ts';
import { queryClient } from '../../lib/session/queries.ts';

const PAGE_SIZE = 50;

/** Contacts in the order of names, narrowed down, a page at a time. */
export const contactsQuery = (filter: { q: string; favourite: boolean }) =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'list', filter],
    queryFn: ({ pageParam }) =>
      api('GET /contacts', {
        query: {
          limit: PAGE_SIZE,
          ...searched(filter.q),
          ...(filter.favourite ? { favourite: true } : {}),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** One contact, to be changed: nothing of it is kept when it is shown no more. */
export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'one', id],
    queryFn: async () => (await api('GET /contacts/{id}', { id })).contact,
    gcTime: 0,
  });

/** After a change of our own every list and every name is asked for again. */
export async function contactsChanged(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['contacts'] });
}

/** Makes somebody a favourite, or no longer. */
export async function setFavourite(contact: Contact, isFavourite: boolean): Promise<void> {
  await api('PATCH /contacts/{id}', { id: contact.id, body: { isFavourite } });
  await contactsChanged();
}

/** Deletes a contact; what it gives brings it back. */
export async function deleteContact(contact: Contact): Promise<() => Promise<void>> {
  await goneByNow(api('DELETE /contacts/{id}', { id: contact.id }));
  await contactsChanged();
  return async () => {
    const { name, numbers, note, tags, isFavourite } = contact;
    await tryIntent(`contact again ${contact.id}`, async (idempotencyKey) =>
      api('POST /contacts', { body: { name, numbers, note, tags, isFavourite }, idempotencyKey }),
    );
    await contactsChanged();
  };
}

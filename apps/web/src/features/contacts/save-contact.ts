import { newContact } from '@farline/contracts/contacts/contacts';
import type { z } from 'zod';
import { api } from '../../lib/api/api-client.ts';
import { changedFrom } from '../../lib/api/changed-from.ts';
import { tryIntent } from '../../lib/api/try-intent.ts';
import { homeCountry } from '../../lib/format/home-country.ts';
import { contactsChanged } from './contacts-queries.ts';

type Form = z.output<typeof newContact>;

/** Adds a contact. */
export async function addContact(form: Form): Promise<void> {
  const body = { ...form, ...defaultCountry() };
  await tryIntent(`contact ${JSON.stringify(body)}`, async (idempotencyKey) =>
    api('POST /contacts', { body, idempotencyKey }),
  );
  await contactsChanged();
}

/** Changes what differs from what was opened, and no more: another device may have changed the rest. */
export async function changeContact(
  id: string,
  { opened, form }: { opened: z.input<typeof newContact>; form: Form },
): Promise<void> {
  const before = newContact.safeParse(opened).data ?? {};
  await api('PATCH /contacts/{id}', { id, body: { ...changedFrom(before, form), ...defaultCountry() } });
  await contactsChanged();
}

/** Numbers are read as at home. */
function defaultCountry(): { defaultCountry?: string } {
  const home = homeCountry();
  return home === undefined ? {} : { defaultCountry: home };
}

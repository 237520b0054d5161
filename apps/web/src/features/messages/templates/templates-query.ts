import type { MessageTemplate } from '@farline/contracts/messages/message-templates';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { goneByNow } from '../../../lib/api/gone-by-now.ts';
import { changedFrom } from '../../../lib/api/changed-from.ts';
import { tryIntent } from '../../../lib/api/try-intent.ts';
import { queryClient } from '../../../lib/session/queries.ts';

/** The templates of the account, in the order of their names. */
export const templatesQuery = queryOptions({
  queryKey: ['messages', 'templates'],
  queryFn: async (): Promise<readonly MessageTemplate[]> => (await api('GET /messages/templates')).items,
});

type Written = Pick<MessageTemplate, 'name' | 'text'>;

/** Keeps a template: a new one, or what was changed of one since it was opened. */
export async function keepTemplate(opened: MessageTemplate | null, written: Written): Promise<void> {
  if (opened === null) {
    await tryIntent(`template ${JSON.stringify(written)}`, async (idempotencyKey) =>
      api('POST /messages/templates', { body: written, idempotencyKey }),
    );
  } else {
    const { id, name, text } = opened;
    await api('PATCH /messages/templates/{id}', { id, body: changedFrom({ name, text }, written) });
  }
  await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });
}

/** Removes a template. */
export async function removeTemplate(id: string): Promise<void> {
  await goneByNow(api('DELETE /messages/templates/{id}', { id }));
  await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });
}

import type { MessageTemplate } from '@farline/contracts/messages/message-templates';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { queryClient } from '../../../lib/session/queries.ts';

/** The templates of the account, in the order of their names. */
export const templatesQuery = queryOptions({
  queryKey: ['messages', 'templates'],
  queryFn: async (): Promise<readonly MessageTemplate[]> => (await api('GET /messages/templates')).items,
});

/** Keeps a template: a new one, or another name or text of one. */
export async function keepTemplate(id: string | null, written: { name: string; text: string }): Promise<void> {
  if (id === null) await api('POST /messages/templates', { body: written });
  else await api('PATCH /messages/templates/{id}', { id, body: written });
  await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });
}

/** Removes a template. */
export async function removeTemplate(id: string): Promise<void> {
  await api('DELETE /messages/templates/{id}', { id });
  await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });
}

import type { sendersReply } from '@farline/contracts/messages/thread-requests';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { api } from '../api/api-client.ts';

export type Senders = z.infer<typeof sendersReply>;

/** Whom the account may write as. */
export const sendersQuery = queryOptions({
  queryKey: ['messages', 'senders'],
  queryFn: () => api('GET /messages/senders'),
});

/**
 * Who a message is from: the first of those wanted whom the account may write as. Where it may write as none of them: its first name, if it
 * has no number; undefined: the server knows by which of its numbers the conversation goes.
 */
export function senderOf(
  { numbers, names }: Senders,
  ...wanted: readonly (string | null | undefined)[]
): string | undefined {
  const all: readonly (string | null | undefined)[] = allOf({ numbers, names });
  const sender = wanted.find((one) => all.includes(one)) ?? undefined;
  return sender ?? (numbers.length === 0 ? names[0]?.name : undefined);
}

/** Numbers first, the default before the others. */
export function allOf({ numbers, names }: Senders): string[] {
  return [...numbers, ...names.map(({ name }) => name)];
}

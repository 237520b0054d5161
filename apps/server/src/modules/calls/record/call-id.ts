import { z } from 'zod';
import { callNotFound } from './calls-problems.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id in an address. What is no id of ours is a call that does not exist. */
export const callParams = z.object({ id: z.string().max(100) });

export function callId(params: { id: string }): string {
  const id = params.id.toLowerCase();
  if (!UUID.test(id)) throw callNotFound();
  return id;
}

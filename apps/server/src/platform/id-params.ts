import { z } from 'zod';
import type { Problem } from '../../platform/problems.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What is no id of ours is a thing that does not exist: 404 and not 400. */
export const idParams = z.object({ id: z.string().max(100) });

/** The id of a path; throws the refusal for what is none. */
export function idOf(params: { id: string }, missing: () => Problem): string {
  const id = params.id.toLowerCase();
  if (!UUID.test(id)) throw missing();
  return id;
}

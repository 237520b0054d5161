import { z } from 'zod';
import { isId } from './ids.ts';
import type { Problem } from './problems.ts';

/** What is no id of ours is a thing that does not exist: 404 and not 400. */
export const idParams = z.object({ id: z.string().max(100) });

/** The id of a path; throws the refusal for what is none. */
export function idOf(params: { id: string }, missing: () => Problem): string {
  const id = params.id.toLowerCase();
  if (!isId(id)) throw missing();
  return id;
}

import { isId } from './ids.ts';
import type { Problem } from './problems.ts';

/** The id of a path; throws the refusal for what is none. */
export function idOf(params: { id: string }, missing: () => Problem): string {
  const id = params.id.toLowerCase();
  if (!isId(id)) throw missing();
  return id;
}

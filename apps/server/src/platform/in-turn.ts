/** The least of all ids. */
export const NIL = '00000000-0000-0000-0000-000000000000';
/**
 * The greatest of all ids (RFC 9562 §5.10). A list that may begin anywhere begins here or at `NIL`: of "no place, or behind it"
 * PostgreSQL makes, once a statement is prepared, a walk over all that comes before.
 */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Where something stands in a list that is ordered by an instant, to the microsecond of the database, and then by id. */
export type ListPosition = { at: string; id: string };

/**
 * Reads a list a page at a time, each behind the one before it, and from its beginning again after its end: whoever stays on
 * the list keeps nobody behind them from their turn.
 */
export function inTurn<T>(most: number, read: (after: T | null) => Promise<T[]>): () => Promise<T[]> {
  let after: T | null = null;
  return async () => {
    const page = await read(after);
    after = page.length < most ? null : (page.at(-1) ?? null);
    return page;
  };
}

/**
 * Gives what does its work for a page of a list, one after another, and next time for the page behind it. One that fails is told
 * to `failed`, and does not keep the others.
 */
export function eachInTurn<T>(list: {
  most: number;
  read: (after: T | null) => Promise<T[]>;
  work: (one: T) => Promise<void>;
  failed: (one: T, error: unknown) => void;
}): () => Promise<void> {
  const next = inTurn(list.most, list.read);
  return async () => {
    for (const one of await next()) {
      try {
        await list.work(one);
      } catch (error) {
        list.failed(one, error);
      }
    }
  };
}

import pg from 'pg';
import { vi } from 'vitest';

/** Counts what this process asks the database at this address from now on. What tests before left running asks others. */
export function countQueries(url: string): { count(): number; clear(): void } {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const name = new URL(url).pathname.slice(1);
  const isHere = (client: unknown) => client instanceof pg.Client && client.database === name;
  return {
    count: () => queries.mock.contexts.filter(isHere).length,
    clear: () => queries.mockClear(),
  };
}

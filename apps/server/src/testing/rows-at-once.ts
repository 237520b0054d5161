import pg from 'pg';
import { vi } from 'vitest';
import { whenOver } from './when-over.ts';

/**
 * Tells how many rows the database gave this process in one answer, at most, while `work` was done. Only connections that are made after
 * this was called are looked at.
 */
export function watchRows(): (work: () => Promise<unknown>) => Promise<number> {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  whenOver(() => asked.mockRestore());
  return async (work) => {
    asked.mockClear();
    await work();
    const answers = await Promise.allSettled(
      asked.mock.results.map(async ({ value }) => await (value as Promise<unknown>)),
    );
    return Math.max(
      0,
      ...answers.map((answer) =>
        answer.status === 'fulfilled' ? ((answer.value as pg.QueryResult | undefined)?.rows?.length ?? 0) : 0,
      ),
    );
  };
}

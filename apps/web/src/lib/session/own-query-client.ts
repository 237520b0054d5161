import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * A query client that takes no answer for new which was under way when its query was invalidated. By itself the library
 * forgets the invalidation of a first load, and of a query that no page shows, as soon as the older answer arrives.
 */
export class OwnQueryClient extends QueryClient {
  /** The answers that are older than an invalidation of their query. */
  readonly #outdated = new WeakSet<Promise<unknown>>();

  override async invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const underWay = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .map((query) => ({ query, answer: query.promise }));
    const done = super.invalidateQueries(filters, options);
    for (const { query, answer } of underWay) {
      const isAskedAgain = query.promise !== answer;
      if (answer === undefined || isAskedAgain || this.#outdated.has(answer)) continue;
      this.#outdated.add(answer);
      const again = async (): Promise<void> =>
        await super.invalidateQueries({ ...filters, queryKey: query.queryKey, exact: true }, options);
      void answer.then(again, again);
    }
    await done;
  }
}

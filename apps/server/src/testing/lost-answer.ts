import type { Database } from '../platform/database.ts';

/** The database as a server sees it: after `loseNext` one commit is done, and its answer is lost on the way. */
export function withLostAnswer(which: Database): { database: Database; loseNext: () => void } {
  let isNextLost = false;
  const lossy = new Proxy(which, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'transaction' || !isNextLost) return typeof value === 'function' ? value.bind(target) : value;
      isNextLost = false;
      return () => ({
        async execute(work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) {
          await target.transaction().execute(work);
          throw new Error('Connection terminated unexpectedly');
        },
      });
    },
  });
  return { database: lossy, loseNext: () => (isNextLost = true) };
}

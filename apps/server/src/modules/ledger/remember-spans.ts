import type { Executor } from '../../platform/database.ts';
import { onceFor } from '../../platform/side-by-side.ts';

/** The entries of a wallet between two instants, of which `from` counts and `to` does not. */
export type WalletSpan = { walletId: string; from: Date; to: Date };

/** Of so many spans; whose were not asked for longest are forgotten. */
const MOST_REMEMBERED = 10_000;

/**
 * What was found about spans, up to a position `upTo` of their wallets, so that only what came since is read: entries are final, and since writers
 * lock their wallet, none comes later whose position is lower than one that is seen. Within a transaction nothing is remembered of what was found outside.
 */
export function rememberSpans<Found extends { upTo: bigint }>() {
  const foundBy = onceFor((_db: Executor) => new Map<string, Found>());
  const keyOf = ({ walletId, from, to }: WalletSpan) => `${walletId} ${from.getTime()} ${to.getTime()}`;
  return {
    before: (db: Executor, span: WalletSpan): Found | undefined => foundBy(db).get(keyOf(span)),
    keep(db: Executor, span: WalletSpan, found: Found): void {
      const all = foundBy(db);
      const key = keyOf(span);
      all.delete(key);
      all.set(key, found);
      if (all.size > MOST_REMEMBERED) all.delete(all.keys().next().value ?? key);
    },
  };
}

import type { Executor } from '../../platform/database.ts';
import { remember } from '../../platform/sums-of-past.ts';

/** The entries of a wallet between two instants, of which `from` counts and `to` does not. */
export type WalletSpan = { walletId: string; from: Date; to: Date };

const MOST_REMEMBERED = 10_000;

/**
 * What was found about spans, up to a position `upTo` of their wallets, so that only what came since is read: entries are final, and since writers
 * lock their wallet, none comes later whose position is lower than one that is seen.
 */
export function rememberSpans<Found extends { upTo: bigint }>() {
  const found = remember<Found>(MOST_REMEMBERED);
  const keyOf = ({ walletId, from, to }: WalletSpan) => `${walletId} ${from.getTime()} ${to.getTime()}`;
  return {
    before: (db: Executor, span: WalletSpan): Found | undefined => found.before(db, keyOf(span)),
    keep: (db: Executor, span: WalletSpan, now: Found): void => found.keep(db, keyOf(span), now),
  };
}

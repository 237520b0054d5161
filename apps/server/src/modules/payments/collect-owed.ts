import { inTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { payOwed, walletsThatCanPay } from '../ledger/index.ts';
import { eachInTurn } from '../../platform/in-turn.ts';
import type { ProviderUpdateDeps } from './updates/take-provider-update.ts';

const AT_ONCE = 100;

/**
 * Takes what is owed out of what came into a wallet by other ways than a payment: a call that ended and freed its hold; some
 * wallets each time, in turn. One that fails does not keep the others.
 */
export function createOwedCollector(deps: ProviderUpdateDeps, most = AT_ONCE): () => Promise<void> {
  return eachInTurn<string>({
    most,
    read: async (after) => await walletsThatCanPay(deps.database, { after, most }),
    work: async (walletId) => {
      const at = deps.clock.now();
      await inTransaction(deps.database, async (tx) => {
        await payOwed(tx, { walletId, cause: { type: 'owed_paid', id: newId(at) }, at });
      });
    },
    failed: (wallet, error) =>
      deps.log.error({ err: error, wallet }, 'what a wallet owes could not be collected; it stays owed'),
  });
}

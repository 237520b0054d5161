import { inTransaction } from '../../platform/database.ts';
import { expireWallet } from '../ledger/index.ts';
import { closeAllowance, overdueAllowances } from './allowances-store.ts';
import type { RenewDeps } from './renew-plans.ts';

const AT_ONCE = 200;

/**
 * Takes what is left of every allowance whose period is over. What a running call holds of it stays with the call; what
 * the call gives back is taken the next time. Money has no such end: the ledger refuses.
 */
export async function expireAllowances(deps: Omit<RenewDeps, 'savedMethods'>): Promise<void> {
  const at = deps.clock.now();
  for (const walletId of await overdueAllowances(deps.database, at, AT_ONCE)) {
    try {
      await inTransaction(deps.database, async (tx) => {
        const { heldMicros } = await expireWallet(tx, { walletId, at });
        if (heldMicros === 0n) await closeAllowance(tx, { walletId, at });
      });
    } catch (error) {
      deps.log.error({ err: error, wallet: walletId }, 'an allowance could not be expired; it stays due');
    }
  }
}

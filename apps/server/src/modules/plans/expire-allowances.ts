import { inTransaction } from '../../platform/database.ts';
import { expireWallet } from '../ledger/index.ts';
import { closeAllowance, overdueAllowances } from './allowances-store.ts';
import { eachInTurn, type ListPosition } from '../../platform/in-turn.ts';
import type { RenewDeps } from './renew-plans.ts';

const AT_ONCE = 200;

/**
 * Takes what is left of every allowance whose period is over. What a running call holds of it stays with the call; what
 * the call gives back is taken another time. Some each time, in turn: one that fails or is held does not keep the others.
 * Money has no such end: the ledger refuses.
 */
export function createAllowanceExpirer(deps: Omit<RenewDeps, 'savedMethods'>, most = AT_ONCE): () => Promise<void> {
  return eachInTurn<ListPosition>({
    most,
    read: async (after) => await overdueAllowances(deps.database, { now: deps.clock.now(), after, most }),
    work: async ({ id: walletId }) => {
      const at = deps.clock.now();
      await inTransaction(deps.database, async (tx) => {
        const { heldMicros } = await expireWallet(tx, { walletId, at });
        if (heldMicros === 0n) await closeAllowance(tx, { walletId, at });
      });
    },
    failed: ({ id: wallet }, error) =>
      deps.log.error({ err: error, wallet }, 'an allowance could not be expired; it stays due'),
  });
}

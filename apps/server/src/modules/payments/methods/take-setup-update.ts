import type { SetupAtProvider } from '@farline/contracts';
import { inTransaction } from '../../../platform/database.ts';
import { isId } from '../../../platform/ids.ts';
import { recordAuditEvent } from '../../accounts/index.ts';
import { keepMethod } from '../record/keep-method.ts';
import { methodSetupNotFound } from '../record/payment-problems.ts';
import { applySetupUpdate, type Setup } from '../record/setup.ts';
import { lockSetup, saveSetup } from '../record/setups-store.ts';
import type { ProviderUpdateDeps } from '../updates/take-provider-update.ts';

/**
 * Takes what a provider says of a method that somebody adds: all or nothing, and once. When it is kept there, it is in
 * the account's list here. Refuses what nobody began here.
 */
export async function takeSetupUpdate(
  deps: ProviderUpdateDeps,
  told: { provider: string; update: SetupAtProvider },
): Promise<{ setup: Setup; isRepeat: boolean }> {
  const { provider, update } = told;
  const at = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const setup = isId(update.reference) ? await lockSetup(tx, { id: update.reference, provider }) : null;
    if (setup === null || (setup.providerId !== null && setup.providerId !== update.providerId)) {
      throw methodSetupNotFound();
    }
    const next = applySetupUpdate(setup, update, at);
    if (next === setup) return { setup, isRepeat: true };
    if (next.state !== 'succeeded') {
      await saveSetup(tx, next);
      return { setup: next, isRepeat: false };
    }
    if (update.method === null) throw new Error(`setup ${setup.id} succeeded without a method`);
    const methodId = await keepMethod(tx, { owner: setup, method: update.method, at });
    const kept: Setup = { ...next, methodId };
    await saveSetup(tx, kept);
    const { accountId, userId } = setup;
    const act = { actor: `user:${userId}`, action: 'payment_method.added', accountId, subject: methodId };
    await recordAuditEvent(tx, { at, ...act });
    return { setup: kept, isRepeat: false };
  });
}

import { inTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { labelOf, SOON_MS, viewMethod } from '../record/method.ts';
import { takeExpiring } from '../record/methods-store.ts';
import type { ProviderUpdateDeps } from '../updates/take-provider-update.ts';

const AT_ONCE = 100;

/** Tells of saved cards that expire within thirty days, once each. */
export async function tellOfExpiry(deps: ProviderUpdateDeps): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() + SOON_MS);
  await inTransaction(deps.database, async (tx) => {
    for (const method of await takeExpiring(tx, { before, most: AT_ONCE, now })) {
      const payload = { label: labelOf(method), month: viewMethod(method, now).expires };
      const { accountId, id: subjectId } = method;
      await publish(tx, { type: 'payment_method.expiring', accountId, subjectId, payload });
    }
  });
}

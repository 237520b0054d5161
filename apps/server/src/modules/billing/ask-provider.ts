import { inTransaction } from '../../platform/database.ts';
import type { Payment } from './payment.ts';
import { lockPayment, savePayment, takeSilentPayments } from './payments-store.ts';
import type { Provider } from './start-payment.ts';
import { type NewsDeps, takeNews } from './take-news.ts';

const AT_ONCE = 20;
/** No request of ours is under way for so long: what the provider does not know then was never started there. */
const NEVER_STARTED_AFTER_MS = 2 * 60_000;

/**
 * Asks the provider for payments that have no end and of which no news came: a server or the provider died in between, or
 * a webhook found nobody. When the provider does not answer, they are asked for again later.
 */
export async function askProvider(deps: NewsDeps, provider: Provider): Promise<void> {
  const now = deps.clock.now();
  const silent = await takeSilentPayments(deps.database, { provider: provider.name, most: AT_ONCE, now });
  for (const payment of silent) {
    try {
      const news = await provider.findPayment(payment.id);
      if (news !== null) await takeNews(deps, { provider: provider.name, news, event: null });
      else if (now.getTime() - payment.createdAt.getTime() > NEVER_STARTED_AFTER_MS) await giveUp(deps, payment, now);
    } catch (error) {
      deps.log.warn({ err: error, payment: payment.id }, 'a payment could not be asked for');
    }
  }
}

/** Ends a payment that the provider has never heard of. Nobody can have paid it. */
async function giveUp(deps: NewsDeps, { id, provider }: Payment, at: Date): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const payment = await lockPayment(tx, { id, provider });
    if (payment?.state !== 'starting') return;
    await savePayment(tx, { ...payment, state: 'cancelled', providerId: null, endedAt: at });
  });
}

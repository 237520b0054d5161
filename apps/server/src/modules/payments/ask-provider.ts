import type { PaymentProvider } from '@farline/contracts';
import { askEach } from './record/ask-each.ts';
import { customerOf } from './record/customer-of.ts';
import { giveUp } from './paying/pay-by-method.ts';
import type { Payment } from './record/payment.ts';
import { takePaymentOfOthers, takeSilentPayment } from './record/payments-store.ts';
import { takeRefundOfOthers } from './record/refunds-store.ts';
import { lockSetup, saveSetup, takeSilentSetup } from './record/setups-store.ts';
import { inTransaction } from '../../platform/database.ts';
import { type ProviderUpdateDeps, takeProviderUpdate } from './updates/take-provider-update.ts';
import { takeSetupUpdate } from './methods/take-setup-update.ts';

const AT_ONCE = 20;
const AT_OTHERS = 'at a payment provider that isn’t used any more; look there what became of it';
/** No request of ours is under way for so long: what the provider does not know then was never started there. */
const NEVER_STARTED_AFTER_MS = 2 * 60_000;
/**
 * A provider's own pages close by themselves until then; what a bank asks of the owner of a kept card may stay open for
 * ever. What it knew once and knows no more is not given up before, as after a wrong key that is set right again.
 */
const ABANDONED_AFTER_MS = 24 * 60 * 60_000;

/**
 * Asks the provider for payments that have no end and of which no update came: a server or the provider died in between, or
 * a webhook found nobody. When the provider does not answer, they are asked for again later.
 */
export async function askProvider(deps: ProviderUpdateDeps, provider: PaymentProvider): Promise<void> {
  const now = deps.clock.now();
  await askEach({
    most: AT_ONCE,
    take: async () => await takeSilentPayment(deps.database, { provider: provider.name, now }),
    ask: async (payment) => {
      const update = await provider.findPayment(await toFind(deps, provider, payment));
      if (update !== null) {
        const told = await takeProviderUpdate(deps, { provider: provider.name, update, event: null });
        if (isAbandoned(told.payment, now)) await giveUp(deps, told.payment, 'not_confirmed');
      } else if (isForgotten(payment, now)) await giveUp(deps, payment, null);
    },
    failed: ({ id }, error) => deps.log.warn({ err: error, payment: id }, 'a payment could not be asked for'),
  });
}

/** The same for methods that somebody began to add. */
export async function askForSetups(deps: ProviderUpdateDeps, provider: PaymentProvider): Promise<void> {
  const now = deps.clock.now();
  await askEach({
    most: AT_ONCE,
    take: async () => await takeSilentSetup(deps.database, { provider: provider.name, now }),
    ask: async (setup) => {
      const update = await provider.findSetup(await toFind(deps, provider, setup));
      if (update !== null) await takeSetupUpdate(deps, { provider: provider.name, update });
      else if (isForgotten(setup, now)) {
        await inTransaction(deps.database, async (tx) => {
          const locked = await lockSetup(tx, setup);
          if (locked?.state === setup.state) await saveSetup(tx, { ...locked, state: 'cancelled', endedAt: now });
        });
      }
    },
    failed: ({ id }, error) => deps.log.warn({ err: error, setup: id }, 'a setup could not be asked for'),
  });
}

/**
 * Gives up what was begun a day ago at a provider that isn't used any more: nobody asks it, and automatic top-up waits until its last payment has
 * an end. Money that is on its way there, or back, may have arrived: the operator is told each day, who alone can look there.
 */
export async function giveUpOfOthers(deps: ProviderUpdateDeps, provider: string): Promise<void> {
  const now = deps.clock.now();
  const before = new Date(now.getTime() - ABANDONED_AFTER_MS);
  await askEach({
    most: AT_ONCE,
    take: async () => await takePaymentOfOthers(deps.database, { provider, now, before }),
    ask: async (payment) => {
      if (payment.state !== 'processing') return void (await giveUp(deps, payment, null));
      const { id, accountId: account } = payment;
      deps.log.error({ payment: id, account, provider: payment.provider }, `a payment is under way ${AT_OTHERS}`);
    },
    failed: ({ id }, error) => deps.log.warn({ err: error, payment: id }, 'a payment could not be given up'),
  });
  await askEach({
    most: AT_ONCE,
    take: async () => await takeRefundOfOthers(deps.database, { provider, now, before }),
    ask: async ({ id, paymentId: payment, accountId: account, provider: at }) =>
      deps.log.error({ refund: id, payment, account, provider: at }, `a refund is under way ${AT_OTHERS}`),
    failed: ({ id }, error) => deps.log.warn({ err: error, refund: id }, 'a refund could not be told of'),
  });
}

async function toFind(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  begun: { id: string; accountId: string; createdAt: Date; providerId?: string | null },
) {
  const customer = await customerOf(deps.database, provider, begun.accountId);
  return { reference: begun.id, providerId: begun.providerId ?? null, customer, startedAt: begun.createdAt };
}

function isAbandoned({ state, methodId, createdAt }: Payment, now: Date): boolean {
  return state === 'waiting' && methodId !== null && now.getTime() - createdAt.getTime() > ABANDONED_AFTER_MS;
}

function isForgotten({ state, createdAt }: { state: string; createdAt: Date }, now: Date): boolean {
  const after = state === 'starting' ? NEVER_STARTED_AFTER_MS : ABANDONED_AFTER_MS;
  return now.getTime() - createdAt.getTime() > after;
}

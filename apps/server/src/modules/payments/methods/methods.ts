import type { PaymentProvider } from '@farline/contracts';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { tooManyRequests } from '../../../platform/problems.ts';
import { takeFromRateLimit } from '../../../platform/rate-limits/rate-limits.ts';
import { recordAuditEvent } from '../../accounts/index.ts';
import { askEach } from '../record/ask-each.ts';
import { askAsCustomer } from '../record/customer-of.ts';
import {
  findMethod,
  lockMethods,
  methodsOf,
  noteForgotten,
  removeMethod,
  saveDefault,
  takeMethodToForget,
} from '../record/methods-store.ts';
import { paymentMethodNotFound, paymentsUnavailable, tooManyMethods } from '../record/payment-problems.ts';
import type { Setup } from '../record/setup.ts';
import { insertSetup } from '../record/setups-store.ts';
import { PATIENCE_MS } from '../paying/start-payment.ts';
import type { ProviderUpdateDeps } from '../updates/take-provider-update.ts';
import { takeSetupUpdate } from './take-setup-update.ts';

/** More are of no use to anybody. */
export const MOST_METHODS = 10;
const MOST_SETUPS_AN_HOUR = 10;
const FORGET_AT_ONCE = 20;

type Owner = { accountId: string; userId: string };

/**
 * Begins to add a method: written down first, then begun at the provider, on whose page the card is typed. The same key
 * of the same user begins it once. Nothing is charged.
 */
export async function addMethod(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  wanted: Owner & { key: string | null },
): Promise<Setup> {
  const { accountId, userId } = wanted;
  const at = deps.clock.now();
  const limit = { key: `add-method:${accountId}`, most: MOST_SETUPS_AN_HOUR, windowSeconds: 3_600 };
  const waitSeconds = await takeFromRateLimit(deps.database, limit, at);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  const known = await methodsOf(deps.database, { accountId, provider: provider.name, most: MOST_METHODS });
  if (known.length >= MOST_METHODS) throw tooManyMethods();

  const nothing = { providerId: null, pageUrl: null, decline: null, methodId: null, endedAt: null };
  const setup = await insertSetup(deps.database, {
    setup: { id: newId(at), accountId, userId, provider: provider.name, state: 'starting', createdAt: at, ...nothing },
    requestKey: wanted.key,
    lookAt: new Date(at.getTime() + PATIENCE_MS),
  });
  if (setup.state !== 'starting') return setup;
  try {
    const returnUrl = `${deps.publicUrl}/billing/payments?setup=${setup.id}`;
    const update = await askAsCustomer(deps.database, provider, accountId, async (customer) => {
      return await provider.startSetup({ key: setup.id, reference: setup.id, customer, returnUrl });
    });
    return (await takeSetupUpdate(deps, { provider: provider.name, update })).setup;
  } catch (error) {
    deps.log.warn({ err: error, setup: setup.id }, 'the payment provider could not begin to keep a card');
    throw paymentsUnavailable();
  }
}

/** Lets a method be the default. Refuses one that the account does not have. */
export async function makeDefault(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  chosen: Owner & { id: string },
): Promise<void> {
  const { accountId, id } = chosen;
  await inTransaction(deps.database, async (tx) => {
    await lockMethods(tx, accountId);
    if ((await findMethod(tx, { accountId, provider: provider.name, id })) === null) throw paymentMethodNotFound();
    await saveDefault(tx, { accountId, provider: provider.name, id });
  });
}

/**
 * Removes a method, here at once and at the provider as soon as it answers; the newest of those that stay becomes the
 * default. Removing it again changes nothing. Refuses one that the account never had.
 */
export async function takeMethodAway(
  deps: ProviderUpdateDeps,
  provider: PaymentProvider,
  removed: Owner & { id: string },
): Promise<void> {
  const { accountId, userId, id } = removed;
  const at = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    await lockMethods(tx, accountId);
    if (!(await removeMethod(tx, { accountId, id, at }))) throw paymentMethodNotFound();
    const [first] = await methodsOf(tx, { accountId, provider: provider.name, most: 1 });
    if (first !== undefined && !first.isDefault) await saveDefault(tx, first);
    const act = { actor: `user:${userId}`, action: 'payment_method.removed', accountId, subject: id };
    await recordAuditEvent(tx, { at, ...act });
  });
  await forgetMethods(deps, provider);
}

/** Lets the provider forget what was removed here; what it does not forget it is asked for again later. */
export async function forgetMethods(deps: ProviderUpdateDeps, provider: PaymentProvider): Promise<void> {
  const now = deps.clock.now();
  await askEach({
    most: FORGET_AT_ONCE,
    take: async () => await takeMethodToForget(deps.database, { provider: provider.name, now }),
    ask: async ({ id, providerId }) => {
      await provider.removeMethod(providerId);
      await noteForgotten(deps.database, { id, at: deps.clock.now() });
    },
    failed: ({ id }, error) =>
      deps.log.warn({ err: error, method: id }, 'the payment provider could not forget a method'),
  });
}

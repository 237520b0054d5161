import type { PaymentProvider } from '@farline/contracts';
import type { Executor } from '../../../platform/database.ts';
import { findCustomer, insertCustomer, replaceCustomer } from './payments-store.ts';
import { isCustomerUnknown } from './provider-errors.ts';

/**
 * Asks the provider for something in its name for an account. When it does not know that name, as after a change of its key,
 * it gives a new one and is asked again, once.
 */
export async function askAsCustomer<T>(
  db: Executor,
  provider: PaymentProvider,
  accountId: string,
  ask: (customer: string) => Promise<T>,
): Promise<T> {
  const unknown = await customerOf(db, provider, accountId);
  try {
    return await ask(unknown);
  } catch (error) {
    if (!isCustomerUnknown(error)) throw error;
    const customer = await provider.openCustomer({ key: `customer-${accountId}-after-${unknown}`, accountId });
    await replaceCustomer(db, { accountId, provider: provider.name, unknown, customer });
    return await ask(await customerOf(db, provider, accountId));
  }
}

/** What the provider calls an account: asked once, and the same until the provider does not know it any more. */
export async function customerOf(db: Executor, provider: PaymentProvider, accountId: string): Promise<string> {
  const wanted = { accountId, provider: provider.name };
  const known = await findCustomer(db, wanted);
  if (known !== null) return known;
  const customer = await provider.openCustomer({ key: `customer-${accountId}`, accountId });
  await insertCustomer(db, { ...wanted, customer });
  // Another server may have been first: then its name is the one.
  return (await findCustomer(db, wanted)) ?? customer;
}

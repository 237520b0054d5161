import type { Executor } from '../../platform/database.ts';
import { findCustomer, insertCustomer } from './payments-store.ts';
import type { Provider } from './provider.ts';

/** What the provider calls an account; asked once, and the same for ever. */
export async function customerOf(db: Executor, provider: Provider, accountId: string): Promise<string> {
  const wanted = { accountId, provider: provider.name };
  const known = await findCustomer(db, wanted);
  if (known !== null) return known;
  const customer = await provider.openCustomer({ key: `customer-${accountId}`, accountId });
  await insertCustomer(db, { ...wanted, customer });
  // Another server may have been first: then its name is the one.
  return (await findCustomer(db, wanted)) ?? customer;
}

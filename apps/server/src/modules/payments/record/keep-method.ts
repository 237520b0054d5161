import type { MethodAtProvider } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { findMethod, insertMethod, lockMethods } from './methods-store.ts';

/**
 * Keeps a method that its owner let the provider keep; the first one is the default. One that is known stays as it is,
 * and one that was removed does not come back. Gives its id.
 */
export async function keepMethod(
  tx: Transaction,
  kept: { owner: { accountId: string; userId: string; provider: string }; method: MethodAtProvider; at: Date },
): Promise<string> {
  const { owner, method, at } = kept;
  const { accountId, userId, provider } = owner;
  await lockMethods(tx, accountId);
  const isDefault = (await findMethod(tx, { accountId, provider, id: null })) === null;
  return await insertMethod(tx, { id: newId(at), accountId, userId, provider, ...method, isDefault, addedAt: at });
}

import type { MethodAtProvider } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { findAccount } from '../../accounts/index.ts';
import { findMethod, insertMethod, lockMethods, removeMethod } from './methods-store.ts';

/**
 * Keeps a method that its owner let the provider keep; the first one is the default. One that is known stays as it is,
 * and one that was removed does not come back. One of an account that was closed meanwhile is removed at once, and so forgotten at its
 * provider. Gives its id.
 */
export async function keepMethod(
  tx: Transaction,
  kept: { owner: { accountId: string; userId: string; provider: string }; method: MethodAtProvider; at: Date },
): Promise<string> {
  const { owner, method, at } = kept;
  const { accountId, userId, provider } = owner;
  await lockMethods(tx, accountId);
  const isDefault = (await findMethod(tx, { accountId, provider, id: null })) === null;
  const id = await insertMethod(tx, { id: newId(at), accountId, userId, provider, ...method, isDefault, addedAt: at });
  // Read under the lock: whoever hears of the closing waits for it, and removes what was kept before.
  if ((await findAccount(tx, accountId))?.state === 'closed') await removeMethod(tx, { accountId, id, at });
  return id;
}

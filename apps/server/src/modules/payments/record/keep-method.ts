import type { MethodAtProvider } from '@farline/contracts';
import type { Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { findAccount } from '../../accounts/index.ts';
import { hasLostDispute } from './disputes-store.ts';
import type { Method } from './method.ts';
import { findMethod, insertMethod, lockMethods, removeMethod, saveDefault } from './methods-store.ts';

/**
 * Keeps a method that its owner let the provider keep; the first one is the default, and one that is added after a bank took a payment back
 * for good, because the default before it is charged for no plan any more. One that is known stays as it is, and one that was removed does not
 * come back. One of an account that was closed meanwhile is removed at once, and so forgotten at its provider. Gives its id.
 */
export async function keepMethod(
  tx: Transaction,
  kept: { owner: { accountId: string; userId: string; provider: string }; method: MethodAtProvider; at: Date },
): Promise<string> {
  const { owner, method, at } = kept;
  const { accountId, userId, provider } = owner;
  await lockMethods(tx, accountId);
  const before = await findMethod(tx, { accountId, provider, id: null });
  const newOne = { id: newId(at), accountId, userId, provider, ...method, isDefault: before === null, addedAt: at };
  const id = await insertMethod(tx, newOne);
  if (before !== null && id === newOne.id && (await isOutOfUse(tx, before))) await saveDefault(tx, newOne);
  // Read under the lock: whoever hears of the closing waits for it, and removes what was kept before.
  if ((await findAccount(tx, accountId))?.state === 'closed') await removeMethod(tx, { accountId, id, at });
  return id;
}

async function isOutOfUse(tx: Transaction, { accountId, addedAt, id: methodId }: Method): Promise<boolean> {
  return await hasLostDispute(tx, { accountId, since: addedAt, purpose: 'plan', methodId });
}

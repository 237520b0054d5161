import type { Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { User } from '../record/account.ts';
import { describeDevice } from './device.ts';
import { surroundingsOf } from '../record/client-address.ts';
import { addressesOfUser, userAgentsOf } from '../record/sessions-list-store.ts';
import type { Client } from '../record/sessions-store.ts';

/**
 * Whether a user has not signed in before on a device of this description, or nowhere near this address, as far as sessions are remembered. What a
 * browser says of itself is for whoever has it to choose, and many have the same.
 */
export async function isNewDevice(tx: Transaction, userId: string, { address, userAgent }: Client): Promise<boolean> {
  const { name } = describeDevice(userAgent);
  const known = await userAgentsOf(tx, userId);
  if (known.every((one) => describeDevice(one).name !== name)) return true;
  const here = surroundingsOf(address);
  return (await addressesOfUser(tx, userId)).every((one) => surroundingsOf(one) !== here);
}

/** Tells whoever gives notices that a user signed in on a device, or in surroundings, that they had not used before. */
export async function tellOfNewDevice(
  tx: Transaction,
  signedIn: { user: User; sessionId: string; client: Client },
): Promise<void> {
  const { user, sessionId, client } = signedIn;
  await publish(tx, {
    type: 'user.new_device',
    accountId: user.accountId,
    subjectId: user.id,
    payload: { sessionId, device: describeDevice(client.userAgent).name, address: client.address },
  });
}

import type { sendersReply } from '@farline/contracts';
import type { z } from 'zod';
import { findAccount } from '../../accounts/index.ts';
import { numbersWithSms } from '../../numbers/index.ts';
import { hasReal } from './carrier.ts';
import type { MessagesDeps } from './messages-deps.ts';
import { senderNamesOf } from './sender-names-store.ts';

type Deps = Pick<MessagesDeps, 'database' | 'carriers'>;

/** Whom an account may write as: its numbers that can, and its names. Its number of the sandbox writes to nobody real. */
export async function sendersOf(
  { database, carriers }: Deps,
  accountId: string,
): Promise<z.infer<typeof sendersReply>> {
  const isReal = hasReal(carriers()) && (await findAccount(database, accountId))?.state === 'active';
  const [numbers, names] = await Promise.all([
    numbersWithSms(database, { accountId, isReal }),
    senderNamesOf(database, accountId),
  ]);
  return { numbers, names: names.map(({ name, registeredIn }) => ({ name, registeredIn: [...registeredIn] })) };
}

/** Whether an account may write as somebody at all; a name is not for every country. */
export async function maySendAs(
  deps: Deps,
  { accountId, sender }: { accountId: string; sender: string },
): Promise<boolean> {
  const { numbers, names } = await sendersOf(deps, accountId);
  return numbers.includes(sender) || names.some(({ name }) => name === sender);
}

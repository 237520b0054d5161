import type { sendersReply } from '@farline/contracts';
import type { z } from 'zod';
import type { Executor } from '../../../platform/database.ts';
import { numbersWithSms } from '../../numbers/index.ts';
import { senderNamesOf } from './sender-names-store.ts';

/** Whom an account may write as: its numbers that can, and its names. */
export async function sendersOf(db: Executor, accountId: string): Promise<z.infer<typeof sendersReply>> {
  const [numbers, names] = await Promise.all([numbersWithSms(db, accountId), senderNamesOf(db, accountId)]);
  return { numbers, names: names.map(({ name, registeredIn }) => ({ name, registeredIn: [...registeredIn] })) };
}

/** Whether an account may write as somebody at all; a name is not for every country. */
export async function maySendAs(
  db: Executor,
  { accountId, sender }: { accountId: string; sender: string },
): Promise<boolean> {
  const { numbers, names } = await sendersOf(db, accountId);
  return numbers.includes(sender) || names.some(({ name }) => name === sender);
}

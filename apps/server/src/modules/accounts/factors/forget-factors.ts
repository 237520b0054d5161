import type { Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { User } from '../record/account.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import { tellOfFactors } from './factor-mails.ts';
import { deleteFactorsOf, replaceRecoveryCodes } from './factors-store.ts';

/** Takes every second factor of a locked user away, with the recovery codes; tells them. False when they have none. */
export async function forgetFactorsOf(
  tx: Transaction,
  act: { user: Pick<User, 'id' | 'accountId'>; actor: string; address?: string; at: Date },
): Promise<boolean> {
  const { user, actor, address, at } = act;
  const forgotten = await deleteFactorsOf(tx, user.id);
  if (forgotten === 0) return false;
  await replaceRecoveryCodes(tx, { userId: user.id, hashes: [], at });
  await tellOfFactors(tx, { userId: user.id, at, what: { kind: 'all_removed' } });
  await publish(tx, { type: 'user.changed', accountId: user.accountId, subjectId: user.id });
  await recordAuditEvent(tx, {
    at,
    actor,
    action: 'factor.all_removed',
    accountId: user.accountId,
    subject: user.id,
    ...(address === undefined ? {} : { address }),
    after: { forgotten },
  });
  return true;
}

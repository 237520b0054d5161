import type { Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';

/** Calls of an account show a number no more. */
export async function tellFormer(
  tx: Transaction,
  { accountId, e164, reason }: { accountId: string; e164: string; reason: 'expired' | 'verified' | 'rented' },
): Promise<void> {
  await publish(tx, {
    type: 'verified_number.ended',
    accountId,
    subjectId: e164,
    payload: { number: e164, reason },
  });
  await publish(tx, { type: 'number.changed', accountId, subjectId: accountId });
}

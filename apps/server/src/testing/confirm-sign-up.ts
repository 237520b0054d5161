import { micros } from '@farline/contracts';
import { confirmUser } from '../modules/accounts/index.ts';
import { type Database, inTransaction } from '../platform/database.ts';

/** For tests of something else: has somebody's address confirmed without a mail, with two dollars of trial credit or as said. */
export async function confirmSignUp(
  database: Database,
  userId: string,
  { at = new Date(), trialCreditMicros = micros(2_000_000n) } = {},
): Promise<void> {
  await inTransaction(
    database,
    async (tx) => await confirmUser(tx, { userId, actor: 'system', at, trialCreditMicros }),
  );
}

import { inTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { lockAccount } from '../../accounts/index.ts';
import { numberNotFound, numberTakesNoCalls } from '../record/number-problems.ts';
import { saveDefault, saveLabel } from '../record/numbers-store.ts';
import type { RentDeps } from './rent-number.ts';

/** Names a number of an account, or makes it what calls show that name none. */
export async function changeNumber(
  deps: RentDeps,
  wanted: { accountId: string; number: string; label: string | undefined; isDefault: boolean },
): Promise<void> {
  const { accountId, number: e164 } = wanted;
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, accountId);
    if (!(await saveLabel(tx, { e164, accountId, label: wanted.label }))) throw numberNotFound();
    if (wanted.isDefault && !(await saveDefault(tx, { e164, accountId }))) throw numberTakesNoCalls();
    await publish(tx, { type: 'number.changed', accountId, subjectId: accountId });
  });
}

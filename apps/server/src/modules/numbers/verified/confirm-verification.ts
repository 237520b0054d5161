import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { notFound } from '../../../platform/problems.ts';
import { isId } from '../../../platform/ids.ts';
import { lockAccount, recordAuditEvent } from '../../accounts/index.ts';
import { numberOfSomebodyHere, spokenCodeVoid, spokenCodeWrong } from '../record/number-problems.ts';
import { accountOfNumber } from '../record/numbers-store.ts';
import { tellFormer } from '../record/tell-former.ts';
import { isCode } from './verification-code.ts';
import { lockNumber, saveVerified, takeTry, useUpVerification } from '../record/verified-store.ts';
import type { VerifyNumberDeps } from './verify-number.ts';

const YEAR_DAYS = 365;
const DAY_MS = 24 * 60 * 60_000;

type Shown = { accountId: string; userId: string; id: string; code: string };

/**
 * Makes a number one that an account's calls may show, for a year, to whoever shows the code that was said there. Each try is used up before it is
 * looked at. Whoever had verified it before has it no more, and is told.
 */
export async function confirmVerification(
  deps: Pick<VerifyNumberDeps, 'database' | 'clock' | 'secret'>,
  shown: Shown,
): Promise<void> {
  const { accountId, id, code } = shown;
  const at = deps.clock.now();
  if (!isId(id)) throw notFound('The code');
  const tried = await takeTry(deps.database, { id, accountId, at });
  if (tried === null) throw spokenCodeVoid();
  const { e164, codeHash: hash, triesLeft } = tried;
  if (!isCode(deps.secret, { id, code, hash })) throw triesLeft === 0 ? spokenCodeVoid() : spokenCodeWrong(triesLeft);
  await inTransaction(deps.database, async (tx) => await take(tx, { ...shown, e164, at }));
}

async function take(tx: Transaction, taken: Shown & { e164: string; at: Date }): Promise<void> {
  const { accountId, userId, id, e164, at } = taken;
  const account = await lockAccount(tx, accountId);
  if (account === null || account.state === 'closed' || !(await useUpVerification(tx, id))) throw spokenCodeVoid();
  await lockNumber(tx, e164);
  if ((await accountOfNumber(tx, e164)) !== null) throw numberOfSomebodyHere(e164);
  const expiresAt = new Date(at.getTime() + YEAR_DAYS * DAY_MS);
  const { formerAccountId } = await saveVerified(tx, { e164, accountId, at, expiresAt });
  if (formerAccountId !== null) await tellFormer(tx, { accountId: formerAccountId, e164, reason: 'verified' });
  await recordAuditEvent(tx, {
    at,
    actor: `user:${userId}`,
    action: 'number.verified',
    accountId,
    subject: id,
    after: { number: e164, expiresAt: expiresAt.toISOString() },
  });
  await publish(tx, { type: 'number.changed', accountId, subjectId: accountId });
}

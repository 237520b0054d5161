import { inTransaction, type Transaction } from '../../../platform/database.ts';
import type { Identity } from '../../../platform/http-server.ts';
import type { Problem } from '../../../platform/problems.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import {
  codeVoid,
  confirmationLinkInvalid,
  confirmationNeedsPassword,
  nothingToConfirm,
  wrongCode,
} from '../record/accounts-problems.ts';
import { findUser, lockAccount, lockAddress, lockUser } from '../record/accounts-store.ts';
import { confirmAddress } from './confirm-address.ts';
import { isCode, MOST_WRONG_CODES } from './confirmation-proofs.ts';
import { countWrongCode, findConfirmation, findConfirmationOfLink } from '../record/confirmations-store.ts';
import { networkOf } from '../record/client-address.ts';
import { confirmPassword } from '../record/confirm-password.ts';
import { tokenHash } from '../../../platform/token-hash.ts';

/**
 * Confirms the address that waits for it by the code that was mailed there. Five wrong ones, and there must be another
 * code. A code works where its user is signed in, and nowhere else.
 */
export async function confirmByCode(
  deps: UseCaseDeps,
  request: { identity: Identity; code: string; address: string },
): Promise<void> {
  const { userId, accountId } = request.identity;
  const at = deps.clock.now();
  const asked = await findConfirmation(deps.database, userId);
  if (asked === null) throw nothingToConfirm();
  const { email } = asked;

  const outcome = await inTransaction(deps.database, async (tx) => {
    const refusal = await lookAtCode(deps, tx, { ...request, email });
    // Not thrown in here: the wrong try would not be counted.
    if (refusal !== null) return refusal;
    const proved = { userId, accountId, email, actor: `user:${userId}`, address: request.address, at };
    return await confirmAddress(deps, tx, proved);
  });
  if (!Array.isArray(outcome)) throw outcome;
  deps.identities.forget(outcome);
}

async function lookAtCode(
  deps: UseCaseDeps,
  tx: Transaction,
  typed: { identity: Identity; email: string; code: string },
): Promise<Problem | null> {
  const { userId, accountId } = typed.identity;
  await lockAddress(tx, typed.email);
  await lockAccount(tx, accountId);
  await lockUser(tx, userId);
  const waiting = await findConfirmation(tx, userId);
  if (waiting === null || waiting.email !== typed.email) return nothingToConfirm();
  const { codeHash, codeExpiresAt, email } = waiting;
  if (codeHash === null || codeExpiresAt === null || codeExpiresAt <= deps.clock.now()) return codeVoid();
  if (isCode({ userId, email, code: typed.code }, codeHash, deps.confirmationKey)) return null;

  await countWrongCode(tx, { userId, most: MOST_WRONG_CODES });
  return waiting.wrongCodes + 1 < MOST_WRONG_CODES ? wrongCode() : codeVoid();
}

/**
 * Confirms an address by the link that was mailed there. Where its user is not signed in it takes their password too:
 * who reads the mail need not be who signed up, and must not make a stranger's account theirs by a click.
 */
export async function confirmByLink(
  deps: UseCaseDeps,
  request: { token: string; identity: Identity | null; password: string | null; address: string },
): Promise<{ email: string }> {
  const at = deps.clock.now();
  const hash = tokenHash(request.token);
  const found = await findConfirmationOfLink(deps.database, hash, at);
  const user = found === null ? null : await findUser(deps.database, found.userId);
  if (found === null || user === null) throw confirmationLinkInvalid();
  const { userId, email } = found;
  if (request.identity?.userId !== userId) await proveByPassword(deps, { ...request, userId });

  const ended = await inTransaction(deps.database, async (tx) => {
    await lockAddress(tx, email);
    const account = await lockAccount(tx, user.accountId);
    await lockUser(tx, userId);
    if (account?.state === 'closed') throw confirmationLinkInvalid();
    const still = await findConfirmationOfLink(tx, hash, at);
    if (still?.userId !== userId || still.email !== email) throw confirmationLinkInvalid();
    const actor = `user:${userId}`;
    const { accountId } = user;
    return await confirmAddress(deps, tx, { userId, accountId, email, actor, address: request.address, at });
  });
  deps.identities.forget(ended);
  return { email };
}

async function proveByPassword(
  deps: UseCaseDeps,
  { userId, password, address }: { userId: string; password: string | null; address: string },
): Promise<void> {
  if (password === null) throw confirmationNeedsPassword();
  await confirmPassword(deps, userId, password, networkOf(address));
}

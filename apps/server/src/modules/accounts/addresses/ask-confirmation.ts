import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Identity } from '../../../platform/http-server.ts';
import { tooManyRequests } from '../../../platform/problems.ts';
import type { User } from '../record/account.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { nothingToConfirm } from '../record/accounts-problems.ts';
import { findUser, lockUser } from '../record/accounts-store.ts';
import { deleteConfirmation, findConfirmation, putConfirmation } from '../record/confirmations-store.ts';
import { queueAccountMail } from '../mail-queue/mail-queue-store.ts';
import { countConfirmationMail, waitBeforeResend } from '../record/try-rate-limits.ts';

type Deps = Pick<UseCaseDeps, 'database' | 'clock' | 'settings'>;

/** Has the code and the link for an address mailed to it, in the transaction of what asks for it. */
export async function writeConfirmation(
  tx: Transaction,
  ask: { user: Pick<User, 'id' | 'emailConfirmedAt'>; email: string; at: Date },
): Promise<void> {
  const { user, email, at } = ask;
  await putConfirmation(tx, { userId: user.id, email });
  const kind = user.emailConfirmedAt === null ? 'confirm_email' : 'confirm_new_email';
  await queueAccountMail(tx, { kind, userId: user.id, recipient: email, at });
}

/** Sends a new code and link for what the user has yet to confirm; those before are void. Refuses too many, and who has nothing to confirm. */
export async function resendConfirmation(
  deps: Deps,
  request: { identity: Identity; address: string },
): Promise<{ email: string }> {
  const { userId } = request.identity;
  const at = deps.clock.now();
  const waiting = await findConfirmation(deps.database, userId);
  if (waiting === null) throw nothingToConfirm();
  const limits = { database: deps.database, rateLimitsPerAddress: deps.settings.rateLimitsPerAddress };
  await waitBeforeResend(deps.database, userId, at);
  const waitSeconds = await countConfirmationMail(limits, { email: waiting.email, address: request.address }, at);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);

  await inTransaction(deps.database, async (tx) => {
    const user = await lockUser(tx, userId);
    const now = await findConfirmation(tx, userId);
    if (user === null || now?.email !== waiting.email) throw nothingToConfirm();
    await writeConfirmation(tx, { user, email: waiting.email, at });
  });
  return { email: waiting.email };
}

/** Calls a change of the address off: its code and link are void. Refuses who has asked for none. */
export async function cancelEmailChange(deps: Deps, identity: Identity): Promise<void> {
  const user = await findUser(deps.database, identity.userId);
  if (user === null || user.emailConfirmedAt === null) throw nothingToConfirm();
  const isCancelled = await inTransaction(deps.database, async (tx) => {
    await lockUser(tx, identity.userId);
    const wasThere = await deleteConfirmation(tx, identity.userId);
    await publish(tx, { type: 'user.changed', accountId: user.accountId, subjectId: user.id });
    return wasThere;
  });
  if (!isCancelled) throw nothingToConfirm();
}

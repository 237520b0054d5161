import type { User as UserReply } from '@farline/contracts';
import type { Executor } from '../../../platform/database.ts';
import { planOfAccount } from './account-plan-store.ts';
import type { User } from './account.ts';
import { findAccount, findUser } from './accounts-store.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { findConfirmation } from './confirmations-store.ts';
import { hasFactor } from './proofs-store.ts';
import { pictureChangedAt } from './picture-store.ts';

const PICTURE = '/api/v1/auth/profile/picture';

/** A user as every route shows them. */
export async function viewUser(
  deps: Pick<AccountsDeps, 'numbersOf'>,
  database: Executor,
  userId: string,
): Promise<UserReply> {
  const user = await findUser(database, userId);
  const account = user === null ? null : await findAccount(database, user.accountId);
  if (user === null || account === null) throw new Error(`user ${userId} is signed in but not stored`);
  const pictureAt = await pictureChangedAt(database, userId);
  return {
    id: user.id,
    accountId: user.accountId,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    pendingEmail: await pendingEmailOf(database, user),
    phone: user.phone,
    phoneE164: user.phoneE164,
    country: user.country,
    subscription: await planOfAccount(database, account.id),
    role: user.role,
    accountState: account.state,
    currency: account.currency,
    timeZone: account.timeZone,
    language: account.language,
    numbers: await deps.numbersOf(database, account.id),
    pictureUrl: pictureAt === null ? null : `${PICTURE}?v=${pictureAt.getTime()}`,
    createdAt: user.createdAt.toISOString(),
    hasSecondFactor: await hasFactor(database, userId),
  };
}

/** The address that somebody with a confirmed one wants to change to, until they confirm it. */
async function pendingEmailOf(database: Executor, user: User): Promise<string | null> {
  if (user.emailConfirmedAt === null) return null;
  return (await findConfirmation(database, user.id))?.email ?? null;
}

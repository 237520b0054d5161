import { createWallet, trialUnit } from '../../ledger/index.ts';
import type { Transaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Account, User } from '../record/account.ts';
import type { AccountsDeps } from '../record/accounts-deps.ts';
import { emailTaken } from '../record/accounts-problems.ts';
import { insertAccount, insertUser } from '../record/accounts-store.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import { giveTrial } from './give-trial.ts';
import { languageTag } from '../record/language-tag.ts';
import { mailboxOf } from '../mail-queue/mailbox.ts';
import { phoneToE164 } from '../record/phone.ts';
import { insertTrial } from '../record/trials-store.ts';

export type NewCustomer = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  /** ISO 3166-1 alpha-2, where it was chosen. */
  country?: string | undefined;
  /** A BCP 47 tag, as it was given. */
  language?: string | undefined;
  passwordHash: string;
  /** The network address of the sign-up. */
  address: string;
  /** SHA-256 of the mark of the browser; null: none is known. */
  device: Buffer | null;
  /** Null: whoever signs up has yet to prove that the mail address is theirs. */
  emailConfirmedAt: Date | null;
};

/**
 * Opens a trial account with its user, wallets and sandbox number: all or nothing. The trial credit comes with a confirmed
 * address. Refuses an address that somebody has already.
 */
export async function openAccount(
  deps: Pick<AccountsDeps, 'allocateNumber' | 'settings'>,
  tx: Transaction,
  customer: NewCustomer & { at: Date },
): Promise<{ account: Account; user: User }> {
  const { at } = customer;
  const { currency, rateTable } = deps.settings;
  const account: Account = {
    id: newId(at),
    currency,
    timeZone: 'UTC',
    language: languageTag(customer.language) ?? 'en',
    state: 'trial',
    rateTable,
    walletId: newId(at),
    trialWalletId: newId(at),
    isMarkedByOperator: false,
    createdAt: at,
  };
  const user: User = {
    id: newId(at),
    accountId: account.id,
    role: 'customer',
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    phoneE164: phoneToE164(customer.phone),
    country: customer.country ?? null,
    emailConfirmedAt: customer.emailConfirmedAt,
    createdAt: at,
  };
  await insertAccount(tx, account);
  if (!(await insertUser(tx, { ...user, passwordHash: customer.passwordHash }))) throw emailTaken();

  await deps.allocateNumber(tx, { accountId: account.id, at });
  const { id: accountId, walletId, trialWalletId } = account;
  await createWallet(tx, { walletId, accountId, unit: currency, at });
  await createWallet(tx, { walletId: trialWalletId, accountId, unit: trialUnit(currency), at });
  await insertTrial(tx, { trial: { accountId, state: 'waiting', because: null, device: customer.device }, at });
  if (user.emailConfirmedAt !== null) await giveTrial(deps, tx, { accountId, mailbox: mailboxOf(user.email), at });
  await recordAuditEvent(tx, {
    at,
    actor: `user:${user.id}`,
    action: 'account.opened',
    accountId: account.id,
    subject: user.id,
    address: customer.address,
    after: { email: user.email, state: account.state },
  });
  return { account, user };
}

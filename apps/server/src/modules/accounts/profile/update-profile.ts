import { isDeepStrictEqual } from 'node:util';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Identity } from '../../../platform/http-server.ts';
import { invalidField, tooManyRequests } from '../../../platform/problems.ts';
import type { Account, User } from '../record/account.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { currentPasswordMissing, emailTaken, wrongCurrentPassword } from '../record/accounts-problems.ts';
import {
  findUser,
  findUserByEmail,
  lockAccount,
  lockAddress,
  lockUser,
  saveAccount,
  saveUser,
} from '../record/accounts-store.ts';
import { writeConfirmation } from '../addresses/ask-confirmation.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import { closeUnconfirmed } from '../account/close-unconfirmed.ts';
import { knowsPassword } from '../record/confirm-password.ts';
import { knownCountry } from '../record/known-country.ts';
import { languageTag } from '../record/language-tag.ts';
import { queueAccountMail } from '../mail-queue/mail-queue-store.ts';
import { phoneToE164 } from '../record/phone.ts';
import { requireFreshFactor } from '../factors/prove-owner.ts';
import { useUpResetTokens } from '../record/reset-tokens-store.ts';
import { countConfirmationMail, countEmailChange, countTakenAddress } from '../record/try-rate-limits.ts';

/** Absent: unchanged. */
export type ProfileChange = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  /** Null: no phone. */
  phone?: string | null | undefined;
  /** ISO 3166-1 alpha-2; null: unchanged, too. */
  country?: string | null | undefined;
  timeZone?: string | undefined;
  language?: string | undefined;
  /** Needed only where the address changes. */
  currentPassword?: string | undefined;
};

/**
 * Changes what a profile shows. Another mail address counts once it is confirmed, and its change is told to the one before;
 * only whoever has confirmed none yet has the other at once. Refuses an address that somebody has confirmed, another address without
 * the current password (whoever has the address has the password too, by a reset link), an unknown country, time zone or language.
 */
export async function updateProfile(
  deps: Pick<UseCaseDeps, 'database' | 'clock' | 'passwords' | 'settings' | 'endCallsOf' | 'identities'>,
  request: { identity: Identity; change: ProfileChange; address: string },
): Promise<void> {
  const { identity, address } = request;
  const at = deps.clock.now();
  const change = { ...request.change, ...known(request.change) };
  const allowed = await allowedEmail(deps, { identity, change, address, at });
  const ended = await inTransaction(deps.database, async (tx) => {
    const freed = allowed === null ? [] : await freeFor(deps, tx, { ...allowed, userId: identity.userId, at });
    const account = await lockAccount(tx, identity.accountId);
    const user = await lockUser(tx, identity.userId);
    if (account === null || user === null) throw new Error(`user ${identity.userId} has a session but no row`);

    // Another request may have changed the address meanwhile.
    if (isOther(change.email, user.email) && change.email !== allowed?.email) throw currentPasswordMissing();
    const isOtherAccount = await changeAccount(tx, account, change);
    const isOtherUser = await changeUser(tx, user, { change, address, at });
    if (isOtherAccount || isOtherUser || allowed !== null) await tellPages(tx, user);
    if (allowed !== null) await changeEmail(tx, { user, email: allowed.email, address, at });
    return freed;
  });
  deps.identities.forget(ended);
}

/** An address that the user may have or ask for; `isAtOnce`: there is none that they have confirmed. */
type AllowedEmail = { email: string; isAtOnce: boolean };

/** The address that the user may change to: they gave their password for it. Null: the address stays. */
async function allowedEmail(
  deps: Pick<UseCaseDeps, 'database' | 'clock' | 'passwords' | 'settings'>,
  asked: { identity: Identity; change: ProfileChange; address: string; at: Date },
): Promise<AllowedEmail | null> {
  const { identity, at } = asked;
  const { userId } = identity;
  const { email, currentPassword } = asked.change;
  const user = await findUser(deps.database, userId);
  if (email === undefined || user === null || !isOther(email, user.email)) return null;

  await requireFreshFactor(deps, identity);
  // Nothing hangs on an address that nobody has confirmed: a slip of the finger is corrected in one step.
  if (user.emailConfirmedAt !== null) await provePassword(deps, identity, currentPassword);
  const limits = { database: deps.database, rateLimitsPerAddress: deps.settings.rateLimitsPerAddress };
  await countEmailChange(limits, { userId, address: asked.address }, at);
  // Looked at before anything is mailed, and again behind the lock.
  if (isTaken(await findUserByEmail(deps.database, email), userId)) {
    await countTakenAddress(limits, asked.address, at);
    throw emailTaken();
  }
  const waitSeconds = await countConfirmationMail(limits, { email, address: asked.address }, at);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  return { email, isAtOnce: user.emailConfirmedAt === null };
}

/** An address that nobody has confirmed is nobody's. */
const isTaken = (holder: User | null, userId: string): boolean =>
  holder !== null && holder.id !== userId && holder.emailConfirmedAt !== null;

async function provePassword(
  deps: Pick<UseCaseDeps, 'database' | 'clock' | 'passwords' | 'settings'>,
  { userId, sessionId }: Identity,
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) throw currentPasswordMissing();
  if (!(await knowsPassword(deps, userId, currentPassword, sessionId))) throw wrongCurrentPassword();
}

const isOther = (email: string | undefined, present: string | undefined) => email !== undefined && email !== present;

function known(change: ProfileChange): Pick<ProfileChange, 'country' | 'timeZone' | 'language'> {
  const { country, timeZone, language } = change;
  return {
    ...(country === undefined || country === null ? {} : { country: knownCountry(country) }),
    ...(timeZone === undefined ? {} : { timeZone: knownTimeZone(timeZone) }),
    ...(language === undefined ? {} : { language: knownLanguage(language) }),
  };
}

/** An IANA name. Offsets such as +02:00 are refused: PostgreSQL reads their sign the other way round. */
function knownTimeZone(name: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    if (/^[A-Za-z]/.test(name)) return name;
  } catch {
    // Refused below, with the sentence of the field.
  }
  throw invalidField('timeZone', 'Unknown time zone');
}

/** A BCP 47 tag in its canonical form. */
function knownLanguage(tag: string): string {
  const canonical = languageTag(tag);
  if (canonical === null) throw invalidField('language', 'Unknown language');
  return canonical;
}

/** Their other pages and devices show it: whoever is in the account hears of it. */
async function tellPages(tx: Transaction, { id, accountId }: User): Promise<void> {
  await publish(tx, { type: 'user.changed', accountId, subjectId: id });
}

/** False: nothing about the account is another. */
async function changeAccount(tx: Transaction, account: Account, change: ProfileChange): Promise<boolean> {
  const changed = {
    ...account,
    timeZone: change.timeZone ?? account.timeZone,
    language: change.language ?? account.language,
  };
  await saveAccount(tx, changed);
  return !isDeepStrictEqual(changed, account);
}

/** False: nothing about the user is another. */
async function changeUser(
  tx: Transaction,
  user: User,
  { change, address, at }: { change: ProfileChange; address: string; at: Date },
): Promise<boolean> {
  const phone = change.phone === undefined ? user.phone : change.phone;
  const changed = {
    ...user,
    firstName: change.firstName ?? user.firstName,
    lastName: change.lastName ?? user.lastName,
    phone,
    phoneE164: phoneToE164(phone),
    country: change.country ?? user.country,
  };
  await saveUser(tx, changed);
  if (phone !== user.phone) await audit(tx, { user, action: 'user.phone_changed', after: { phone }, address, at });
  return !isDeepStrictEqual(changed, user);
}

/** Makes sure that an address can be changed to. Gives the sessions of a sign-up with it that nobody confirmed, and that ends. */
async function freeFor(
  deps: Pick<UseCaseDeps, 'endCallsOf'>,
  tx: Transaction,
  wanted: AllowedEmail & { userId: string; at: Date },
): Promise<string[]> {
  await lockAddress(tx, wanted.email);
  const holder = await findUserByEmail(tx, wanted.email);
  if (holder === null || holder.id === wanted.userId) return [];
  if (isTaken(holder, wanted.userId)) throw emailTaken();
  // What is only asked for is nobody's yet.
  if (!wanted.isAtOnce) return [];
  return await closeUnconfirmed(deps, tx, { user: holder, because: 'signed_up_again', at: wanted.at });
}

/**
 * Has the address confirmed before it counts, and tells the one before. At once goes a change of letter case, and one away from
 * an address that nobody has confirmed.
 */
async function changeEmail(
  tx: Transaction,
  change: { user: User; email: string; address: string; at: Date },
): Promise<void> {
  const { user, email, at } = change;
  const isSameBox = email.toLowerCase() === user.email.toLowerCase();
  if (!isSameBox || user.emailConfirmedAt === null) await writeConfirmation(tx, { user, email, at });
  if (user.emailConfirmedAt !== null && !isSameBox) {
    await queueAccountMail(tx, { kind: 'email_change_asked', userId: user.id, recipient: user.email, at });
    return await audit(tx, { ...change, action: 'user.email_change_asked', after: { pendingEmail: email } });
  }
  const now = await lockUser(tx, user.id);
  if (now === null) throw new Error(`user ${user.id} is locked but has no row`);
  await saveUser(tx, { ...now, email });
  // Links that went to the old address open nothing any more.
  await useUpResetTokens(tx, { userId: user.id, at });
  await audit(tx, { ...change, action: 'user.email_changed', after: { email, phone: now.phone } });
}

async function audit(
  tx: Transaction,
  act: { user: User; action: string; after: Record<string, unknown>; address: string; at: Date },
): Promise<void> {
  const { user, action, after, address, at } = act;
  await recordAuditEvent(tx, {
    at,
    actor: `user:${user.id}`,
    action,
    accountId: user.accountId,
    subject: user.id,
    address,
    before: { email: user.email, phone: user.phone },
    after,
  });
}

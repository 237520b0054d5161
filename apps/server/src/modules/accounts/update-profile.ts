import { inTransaction, type Transaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Identity } from '../../platform/http-server.ts';
import { invalidField } from '../../platform/problems.ts';
import type { Account, User } from './account.ts';
import type { UseCaseDeps } from './accounts-deps.ts';
import { currentPasswordMissing, emailTaken, wrongCurrentPassword } from './accounts-problems.ts';
import { findUser, isEmailTaken, lockAccount, lockUser, saveAccount, saveUser } from './accounts-store.ts';
import { recordAuditEvent } from './audit-store.ts';
import { knowsPassword } from './confirm-password.ts';
import { writeLetter } from './letters-store.ts';
import { phoneToE164 } from './phone.ts';
import { useUpResetTokens } from './reset-tokens-store.ts';
import { countEmailChange } from './try-limits.ts';

/** Absent: unchanged. */
export type ProfileChange = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  /** Null: no phone. */
  phone?: string | null | undefined;
  timeZone?: string | undefined;
  language?: string | undefined;
  /** Needed only where the address changes. */
  currentPassword?: string | undefined;
};

/**
 * Changes what a profile shows. Refuses an address that somebody else has, another address without the current password
 * (whoever has the address has the password too, by a reset link), an unknown time zone or language.
 */
export async function updateProfile(
  deps: Pick<UseCaseDeps, 'database' | 'clock' | 'passwords' | 'settings'>,
  request: { identity: Identity; change: ProfileChange; address: string },
): Promise<void> {
  const { identity, address } = request;
  const at = deps.clock.now();
  const change = { ...request.change, ...known(request.change) };
  const confirmed = await confirmedEmail(deps, { userId: identity.userId, change, at });
  try {
    await inTransaction(deps.database, async (tx) => {
      const account = await lockAccount(tx, identity.accountId);
      const user = await lockUser(tx, identity.userId);
      if (account === null || user === null) throw new Error(`user ${identity.userId} has a session but no row`);

      // Another request may have changed the address meanwhile.
      if (isOther(change.email, user.email) && change.email !== confirmed) throw currentPasswordMissing();
      await changeAccount(tx, account, change);
      await changeUser(tx, user, { change, address, at });
    });
  } catch (error) {
    throw isEmailTaken(error) ? emailTaken() : error;
  }
}

/** The address that the user may change to: they gave their password for it. Null: the address stays. */
async function confirmedEmail(
  deps: Pick<UseCaseDeps, 'database' | 'clock' | 'passwords' | 'settings'>,
  { userId, change, at }: { userId: string; change: ProfileChange; at: Date },
): Promise<string | null> {
  const { email, currentPassword } = change;
  if (email === undefined || !isOther(email, (await findUser(deps.database, userId))?.email)) return null;

  if (currentPassword === undefined) throw currentPasswordMissing();
  if (!(await knowsPassword(deps, userId, currentPassword))) throw wrongCurrentPassword();
  await countEmailChange(deps.database, userId, at);
  return email;
}

const isOther = (email: string | undefined, present: string | undefined) => email !== undefined && email !== present;

function known(change: ProfileChange): Pick<ProfileChange, 'timeZone' | 'language'> {
  const { timeZone, language } = change;
  return {
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
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    if (canonical !== undefined) return canonical;
  } catch {
    // Refused below, with the sentence of the field.
  }
  throw invalidField('language', 'Unknown language');
}

async function changeAccount(tx: Transaction, account: Account, change: ProfileChange): Promise<void> {
  const changed = {
    ...account,
    timeZone: change.timeZone ?? account.timeZone,
    language: change.language ?? account.language,
  };
  await saveAccount(tx, changed);
}

async function changeUser(
  tx: Transaction,
  user: User,
  { change, address, at }: { change: ProfileChange; address: string; at: Date },
): Promise<void> {
  const phone = change.phone === undefined ? user.phone : change.phone;
  const changed = {
    ...user,
    firstName: change.firstName ?? user.firstName,
    lastName: change.lastName ?? user.lastName,
    email: change.email ?? user.email,
    phone,
    phoneE164: phoneToE164(phone),
  };
  await saveUser(tx, changed);
  if (changed.email === user.email && changed.phone === user.phone) return;

  await recordAuditEvent(tx, {
    at,
    actor: `user:${user.id}`,
    action: changed.email === user.email ? 'user.phone_changed' : 'user.email_changed',
    accountId: user.accountId,
    subject: user.id,
    address,
    before: { email: user.email, phone: user.phone },
    after: { email: changed.email, phone: changed.phone },
  });
  if (changed.email === user.email) return;
  // Links that went to the old address open nothing any more; its owner is told.
  await useUpResetTokens(tx, { userId: user.id, at });
  await publish(tx, {
    type: 'user.email_changed',
    accountId: user.accountId,
    subjectId: user.id,
    payload: { email: changed.email, address },
  });
  await writeLetter(tx, { kind: 'email_changed', userId: user.id, recipient: user.email, at });
}

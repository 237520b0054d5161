import { inTransaction, type Transaction } from '../../../platform/database.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { emailTaken } from '../record/accounts-problems.ts';
import { findUserByEmail, lockAddress } from '../record/accounts-store.ts';
import { writeConfirmation } from '../addresses/ask-confirmation.ts';
import { closeUnconfirmed } from '../account/close-unconfirmed.ts';
import { putConfirmation } from '../record/confirmations-store.ts';
import { openAccount } from '../account/open-account.ts';
import { knownCountry } from '../record/known-country.ts';
import { refusePoorPassword } from '../passwords/password-rules.ts';
import { type StartedSession, startSession } from './start-session.ts';
import { networkOf } from '../record/client-address.ts';
import { countConfirmationMail, countSignUp, countTakenAddress } from '../record/try-rate-limits.ts';

/**
 * Opens a trial account for a new customer, signs them in and has a code sent to their address: all or nothing. A sign-up before
 * with the same address that nobody confirmed ends with it; an address that somebody has confirmed is refused.
 */
export async function register(
  deps: UseCaseDeps,
  request: {
    firstName: string;
    lastName: string;
    email: string;
    phone: string | null;
    /** ISO 3166-1 alpha-2. */
    country?: string | undefined;
    /** Of the mails: a BCP 47 tag; English without one, or with one that is none. */
    language?: string | undefined;
    password: string;
    address: string;
    userAgent: string | null;
    /** The mark of the browser, hashed; null: none is known. */
    device: Buffer | null;
  },
): Promise<StartedSession & { userId: string }> {
  const network = networkOf(request.address);
  deps.passwords.check(network);
  if (request.country !== undefined) knownCountry(request.country);
  const now = deps.clock.now();
  const limits = { database: deps.database, rateLimitsPerAddress: deps.settings.rateLimitsPerAddress };
  await countSignUp(limits, request, now);
  // Looked at before the costly hash, and again behind the lock.
  const holder = await findUserByEmail(deps.database, request.email);
  if (holder !== null && holder.emailConfirmedAt !== null) {
    await countTakenAddress(limits, request.address, now);
    throw emailTaken();
  }

  const { password, userAgent, ...customer } = request;
  refusePoorPassword('password', password, request);
  const mayBeMailed = (await countConfirmationMail(limits, request, now)) === 0;
  if (!mayBeMailed) deps.mailDropped({ kind: 'confirm_email', because: 'too_many' });
  const passwordHash = await deps.passwords.hash(network, password);
  const { started, ended } = await inTransaction(deps.database, async (tx) => {
    await lockAddress(tx, request.email);
    const ended = await endSignUpBefore(deps, tx, request.email, now);
    const { user } = await openAccount(deps, tx, { ...customer, passwordHash, emailConfirmedAt: null, at: now });
    if (mayBeMailed) await writeConfirmation(tx, { user, email: user.email, at: now });
    else await putConfirmation(tx, { userId: user.id, email: user.email });
    const session = await startSession(tx, {
      userId: user.id,
      // The page keeps a new session until somebody signs out: it has no box to ask about that yet.
      remembered: true,
      client: { address: request.address, userAgent },
      at: now,
    });
    return { started: { ...session, userId: user.id }, ended };
  });
  deps.identities.forget(ended);
  return started;
}

/** Nobody has proved that the address is theirs: the newest sign-up counts, and the one before keeps no access. */
async function endSignUpBefore(deps: UseCaseDeps, tx: Transaction, email: string, at: Date): Promise<string[]> {
  const user = await findUserByEmail(tx, email);
  return user === null ? [] : await closeUnconfirmed(deps, tx, { user, because: 'signed_up_again', at });
}

import type { FactorProof, PasskeyAnswer } from '@farline/contracts';
import { inTransaction, type Transaction } from '../../../platform/database.ts';
import type { User } from '../record/account.ts';
import { accountClosed } from '../record/accounts-problems.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { findAccount, findUser, lockUser } from '../record/accounts-store.ts';
import { methodsOf, takeFactorProof, takeSignature } from '../factors/check-factor.ts';
import { networkOf } from '../record/client-address.ts';
import { passkeyRefused, SecondStepNeeded, signInAgain } from '../factors/factor-problems.ts';
import { factorsOf, findPasskey, recoveryCodesLeft } from '../factors/factors-store.ts';
import { tellOfFactors } from '../factors/factor-mails.ts';
import { isNewDevice, tellOfNewDevice } from './new-device.ts';
import { askForPasskey } from '../factors/passkeys.ts';
import { noteProof } from '../record/proofs-store.ts';
import {
  clearSecondSteps,
  countPasskeySignIn,
  countSecondStep,
  mayTellOfStopped,
} from '../factors/second-step-rate-limits.ts';
import type { Client } from '../record/sessions-store.ts';
import { type StartedSession, startSession } from './start-session.ts';
import { findTicket, insertTicket, type SignInTicket, takeTry, useUpTicket } from '../record/tickets-store.ts';
import { tokenHash } from '../../../platform/token-hash.ts';
import { newToken } from '../record/tokens.ts';
import { clearSignIns, mayTellOfDevice } from '../record/try-rate-limits.ts';

const TICKET_MS = 5 * 60_000;
const MOST_TRIES = 5;

type Started = StartedSession & { userId: string };

/**
 * Gives whoever knew the password a ticket for the second step, as the refusal that says so; null for a user without a second
 * factor. The ticket counts from this network, for five minutes and five tries.
 */
export async function askForSecondStep(
  deps: UseCaseDeps,
  tx: Transaction,
  asked: { userId: string; remembered: boolean; client: Client; at: Date },
): Promise<SecondStepNeeded | null> {
  const { userId, remembered, client, at } = asked;
  const methods = methodsOf(await factorsOf(tx, userId), await recoveryCodesLeft(tx, userId));
  if (methods.length === 0) return null;
  const ticket = newToken();
  const expiresAt = new Date(at.getTime() + TICKET_MS);
  await insertTicket(tx, { hash: tokenHash(ticket), userId, remembered, from: ticketOrigin(client), at, expiresAt });
  return new SecondStepNeeded({ ticket, methods, expiresAt: expiresAt.toISOString() });
}

/** What a passkey is asked with for the second step. */
export async function askPasskeyOfTicket(deps: UseCaseDeps, request: { ticket: string; client: Client }) {
  const hash = tokenHash(request.ticket);
  const asked = { hash, from: ticketOrigin(request.client), now: deps.clock.now(), mostTries: MOST_TRIES };
  const ticket = await findTicket(deps.database, asked);
  if (ticket === null) throw signInAgain();
  const passkeys = (await factorsOf(deps.database, ticket.userId)).filter((factor) => factor.kind === 'passkey');
  return await askForPasskey(deps, { act: 'second_step', whom: hash.toString('hex') }, passkeys);
}

/** Begins a session for the right second step. A wrong one is counted, and after five the ticket is of no use. */
export async function finishSignIn(
  deps: UseCaseDeps,
  request: { ticket: string; proof: FactorProof; client: Client },
): Promise<Started> {
  const { proof, client } = request;
  const { address } = client;
  const hash = tokenHash(request.ticket);
  const now = deps.clock.now();
  const asked = { hash, from: ticketOrigin(client), now, mostTries: MOST_TRIES };
  const seen = await findTicket(deps.database, asked);
  if (seen === null) throw signInAgain();
  await countSecondStep(deps.database, { userId: seen.userId, address }, now);
  // Counted before it is looked at, as many at once as there may be.
  const ticket = await takeTry(deps.database, asked);
  if (ticket === null) throw signInAgain();

  const { userId, remembered } = ticket;
  try {
    await takeFactorProof(deps, { userId, proof, purpose: { act: 'second_step', whom: hash.toString('hex') } });
  } catch (error) {
    if (ticket.tries >= MOST_TRIES) await tellOfStopped(deps, ticket, address);
    throw error;
  }
  const session = await begin(deps, { userId, remembered, client, at: now }, async (tx) => {
    if (!(await useUpTicket(tx, hash))) throw signInAgain();
  });
  await clearSecondSteps(deps.database, { userId, address });
  return session;
}

/** Begins a session for whoever has a passkey of this site and the right to use it: its device has asked who they are. */
export async function signInWithPasskey(
  deps: UseCaseDeps,
  request: { credential: PasskeyAnswer; remember: boolean; client: Client },
): Promise<Started> {
  const { credential, remember: remembered, client } = request;
  const at = deps.clock.now();
  if (deps.settings.rateLimitsPerAddress) await countPasskeySignIn(deps.database, client.address, at);
  const passkey = await findPasskey(deps.database, Buffer.from(credential.id, 'base64url'));
  if (passkey === null) throw passkeyRefused();
  await takeSignature(deps, { passkey, answer: credential, purpose: { act: 'sign_in' } });
  return await begin(deps, { userId: passkey.userId, remembered, client, at }, async () => undefined);
}

/** What the device of whoever opens the page is asked with: for any passkey that it has for this site. */
export async function askAnyPasskey(deps: UseCaseDeps) {
  return await askForPasskey(deps, { act: 'sign_in' }, 'any');
}

async function begin(
  deps: UseCaseDeps,
  who: { userId: string; remembered: boolean; client: Client; at: Date },
  first: (tx: Transaction) => Promise<void>,
): Promise<Started> {
  const { userId, client, at } = who;
  const { session, user } = await inTransaction(deps.database, async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === null || (await findAccount(tx, user.accountId))?.state === 'closed') throw accountClosed();
    await first(tx);
    const session = await beginSession(deps, tx, user, { remembered: who.remembered, client, at });
    await noteProof(tx, { sessionId: session.sessionId, by: 'factor', at });
    return { session, user };
  });
  await clearSignIns(deps.database, { email: user.email, address: client.address });
  return { ...session, userId };
}

/** Begins the session of a locked user, and tells them of a device that they have not used before. */
export async function beginSession(
  deps: UseCaseDeps,
  tx: Transaction,
  user: User,
  begin: { remembered: boolean; client: Client; at: Date },
): Promise<StartedSession> {
  const { client } = begin;
  // Looked at before the session begins: it is then one of those that are known.
  const isNew = await isNewDevice(tx, user.id, client);
  const started = await startSession(tx, { userId: user.id, ...begin });
  if (isNew && (await isToBeTold(deps, tx, user)))
    await tellOfNewDevice(tx, { user, sessionId: started.sessionId, client });
  return started;
}

/** Nobody is told at an address that may be a stranger's, and nobody is buried in notices. */
async function isToBeTold(deps: UseCaseDeps, tx: Transaction, user: User): Promise<boolean> {
  if (user.emailConfirmedAt === null) return false;
  const isOneOfFew = await mayTellOfDevice(tx, user.id, deps.clock.now());
  if (!isOneOfFew) deps.mailDropped({ kind: 'notice', because: 'too_many' });
  return isOneOfFew;
}

/** Whoever came so far knows the password: its owner hears of it, once a day. */
async function tellOfStopped(deps: UseCaseDeps, { userId }: SignInTicket, address: string): Promise<void> {
  const at = deps.clock.now();
  if ((await findUser(deps.database, userId)) === null || !(await mayTellOfStopped(deps.database, userId, at))) return;
  await inTransaction(deps.database, async (tx) => {
    await tellOfFactors(tx, { userId, at, what: { kind: 'stopped', address } });
  });
}

const ticketOrigin = ({ address, userAgent }: Client) => ({ place: networkOf(address), userAgent });

import { inTransaction, type Transaction } from '../../platform/database.ts';
import type { User } from './account.ts';
import { accountClosed, wrongCredentials } from './accounts-problems.ts';
import type { UseCaseDeps } from './accounts-deps.ts';
import { findCredentials, findPasswordHash, lockUser } from './accounts-store.ts';
import { isNewDevice, tellOfNewDevice } from './new-device.ts';
import type { Place } from './sessions-store.ts';
import { type StartedSession, startSession } from './start-session.ts';
import { clearSignIns, countSignIn, mayTellOfDevice } from './try-limits.ts';

/**
 * Begins a session for the right password. An address that nobody has and a wrong password get the same refusal after
 * the same work; too many tries are refused, the right password too.
 */
export async function signIn(
  deps: UseCaseDeps,
  request: { email: string; password: string; remember: boolean } & Place,
): Promise<StartedSession & { userId: string }> {
  const now = deps.clock.now();
  const limits = { database: deps.database, limitsPerAddress: deps.settings.limitsPerAddress };
  await countSignIn(limits, request, now);

  const known = await findCredentials(deps.database, request.email);
  const isRight = await deps.passwords.verify(known?.passwordHash ?? null, request.password);
  if (known === null || !isRight) throw wrongCredentials();
  if (known.accountState === 'closed') throw accountClosed();

  const { userId } = known;
  const session = await inTransaction(deps.database, async (tx) => {
    // A password that was changed while we were verifying the old one has ended all sessions: begin none after it.
    const user = await lockUser(tx, userId);
    if (user === null || (await findPasswordHash(tx, userId)) !== known.passwordHash) throw wrongCredentials();
    const { address, userAgent } = request;
    const place = { address, userAgent };
    // Looked at before the session begins: it is then one of those that are known.
    const isNew = await isNewDevice(tx, userId, userAgent);
    const started = await startSession(tx, { userId, remembered: request.remember, place, at: now });
    if (isNew && (await isToBeTold(deps, tx, user)))
      await tellOfNewDevice(tx, { user, sessionId: started.sessionId, place });
    return started;
  });
  await clearSignIns(deps.database, request);
  return { ...session, userId };
}

/** Nobody is told at an address that may be a stranger's, and nobody is buried in notices. */
async function isToBeTold(deps: UseCaseDeps, tx: Transaction, user: User): Promise<boolean> {
  if (user.emailConfirmedAt === null) return false;
  const isOneOfFew = await mayTellOfDevice(tx, user.id, deps.clock.now());
  if (!isOneOfFew) deps.mailDropped({ kind: 'notice', because: 'too_many' });
  return isOneOfFew;
}

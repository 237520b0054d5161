import { inTransaction } from '../../platform/database.ts';
import { accountClosed, wrongCredentials } from './accounts-problems.ts';
import type { UseCaseDeps } from './accounts-deps.ts';
import { findCredentials, findPasswordHash, lockUser } from './accounts-store.ts';
import { type StartedSession, startSession } from './start-session.ts';
import { clearSignIns, countSignIn } from './try-limits.ts';

/**
 * Begins a session for the right password. An address that nobody has and a wrong password get the same refusal after
 * the same work; too many tries are refused, the right password too.
 */
export async function signIn(
  deps: UseCaseDeps,
  request: { email: string; password: string; remember: boolean; address: string },
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
    await lockUser(tx, userId);
    if ((await findPasswordHash(tx, userId)) !== known.passwordHash) throw wrongCredentials();
    return startSession(tx, { userId, remembered: request.remember, at: now });
  });
  await clearSignIns(deps.database, request);
  return { ...session, userId };
}

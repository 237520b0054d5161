import { inTransaction } from '../../../platform/database.ts';
import { accountClosed, wrongCredentials } from '../record/accounts-problems.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { findCredentials, findPasswordHash, lockUser } from '../record/accounts-store.ts';
import { SecondStepNeeded } from '../factors/factor-problems.ts';
import { askForSecondStep, beginSession } from './finish-sign-in.ts';
import { networkOf } from '../record/client-address.ts';
import type { Client } from '../record/sessions-store.ts';
import type { StartedSession } from './start-session.ts';
import { clearSignIns, countSignIn } from '../record/try-rate-limits.ts';

/**
 * Begins a session for the right password. An address that nobody has and a wrong password get the same refusal after
 * the same work; too many tries are refused, the right password too. Who has a second factor gets a ticket for it instead.
 */
export async function signIn(
  deps: UseCaseDeps,
  request: { email: string; password: string; remember: boolean } & Client,
): Promise<StartedSession & { userId: string }> {
  const network = networkOf(request.address);
  // Nobody is asked for, and no try is counted, of who is refused.
  deps.passwords.check(network);
  const now = deps.clock.now();
  const limits = { database: deps.database, rateLimitsPerAddress: deps.settings.rateLimitsPerAddress };
  await countSignIn(limits, request, now);

  const known = await findCredentials(deps.database, request.email);
  const isRight = await deps.passwords.verify(network, known?.passwordHash ?? null, request.password);
  if (known === null || !isRight) throw wrongCredentials();
  if (known.accountState === 'closed') throw accountClosed();

  const { userId } = known;
  const { address, userAgent } = request;
  const begin = { remembered: request.remember, client: { address, userAgent }, at: now };
  const outcome = await inTransaction(deps.database, async (tx) => {
    // A password that was changed while we were verifying the old one has ended all sessions: begin none after it.
    const user = await lockUser(tx, userId);
    if (user === null || (await findPasswordHash(tx, userId)) !== known.passwordHash) throw wrongCredentials();
    const secondStep = await askForSecondStep(deps, tx, { userId, ...begin });
    return secondStep ?? (await beginSession(deps, tx, user, begin));
  });
  // Thrown after the commit, which keeps the ticket. The wrong passwords before are forgotten with the second step.
  if (outcome instanceof SecondStepNeeded) throw outcome;
  await clearSignIns(deps.database, request);
  return { ...outcome, userId };
}

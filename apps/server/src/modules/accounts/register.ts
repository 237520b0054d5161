import { inTransaction } from '../../platform/database.ts';
import type { UseCaseDeps } from './accounts-deps.ts';
import { emailTaken } from './accounts-problems.ts';
import { findUserByEmail } from './accounts-store.ts';
import { openAccount } from './open-account.ts';
import { refusePoorPassword } from './password-rules.ts';
import { type StartedSession, startSession } from './start-session.ts';
import { countSignUp } from './try-limits.ts';

/** Opens a trial account for a new customer and signs them in: all or nothing. */
export async function register(
  deps: UseCaseDeps,
  request: {
    firstName: string;
    lastName: string;
    email: string;
    phone: string | null;
    password: string;
    address: string;
    userAgent: string | null;
  },
): Promise<StartedSession & { userId: string }> {
  const now = deps.clock.now();
  const limits = { database: deps.database, limitsPerAddress: deps.settings.limitsPerAddress };
  await countSignUp(limits, request, now);
  // Looked at before the costly hash; of two at once the database refuses one.
  if ((await findUserByEmail(deps.database, request.email)) !== null) throw emailTaken();

  const { password, userAgent, ...customer } = request;
  refusePoorPassword('password', password, request);
  const passwordHash = await deps.passwords.hash(password);
  return inTransaction(deps.database, async (tx) => {
    const { user } = await openAccount(deps, tx, { ...customer, passwordHash, at: now });
    const session = await startSession(tx, {
      userId: user.id,
      // The page keeps a new session until somebody signs out: it has no box to ask about that yet.
      remembered: true,
      place: { address: request.address, userAgent },
      at: now,
    });
    return { ...session, userId: user.id };
  });
}

import type { UseCaseDeps } from './accounts-deps.ts';
import { wrongPassword } from './accounts-problems.ts';
import { findPasswordHash } from './accounts-store.ts';
import { countPasswordChange } from './try-rate-limits.ts';

type Deps = Pick<UseCaseDeps, 'database' | 'clock' | 'passwords' | 'settings'>;

/** Refuses whoever does not know the user's password. Tries are counted with those of a change of password, by session (`from`). */
export async function confirmPassword(deps: Deps, userId: string, password: string, from?: string): Promise<void> {
  if (!(await knowsPassword(deps, userId, password, from))) throw wrongPassword();
}

/** Whether this is the user's password. Tries are counted with those of a change of password; too many are refused. */
export async function knowsPassword(deps: Deps, userId: string, password: string, from?: string): Promise<boolean> {
  deps.passwords.check(userId);
  const { rateLimitsPerAddress } = deps.settings;
  await countPasswordChange({ database: deps.database, rateLimitsPerAddress }, userId, deps.clock.now(), from);
  return await deps.passwords.verify(userId, await findPasswordHash(deps.database, userId), password);
}

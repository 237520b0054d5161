import type { UseCaseDeps } from './accounts-deps.ts';
import { wrongPassword } from './accounts-problems.ts';
import { findPasswordHash } from './accounts-store.ts';
import { countPasswordChange } from './try-limits.ts';

/** Refuses whoever does not know the user's password. Tries are counted with those of a change of password. */
export async function confirmPassword(
  deps: Pick<UseCaseDeps, 'database' | 'clock' | 'passwords' | 'settings'>,
  userId: string,
  password: string,
): Promise<void> {
  const { limitsPerAddress } = deps.settings;
  await countPasswordChange({ database: deps.database, limitsPerAddress }, userId, deps.clock.now());
  const hash = await findPasswordHash(deps.database, userId);
  if (!(await deps.passwords.verify(hash, password))) throw wrongPassword();
}

import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { queueResetMail } from '../mail-queue/mail-queue-store.ts';
import { countForgotten } from '../record/try-rate-limits.ts';

/** Has a reset link mailed to whoever has this address. Does the same, in the same time, for one that nobody has. */
export async function askPasswordReset(
  deps: Pick<UseCaseDeps, 'database' | 'clock' | 'mailDropped' | 'settings'>,
  request: { email: string; address: string },
): Promise<void> {
  const now = deps.clock.now();
  const limits = { database: deps.database, rateLimitsPerAddress: deps.settings.rateLimitsPerAddress };
  const isAllowed = await countForgotten(limits, request, now);
  // A mailbox that has had enough of them is left in peace, and nobody learns that it exists.
  if (!isAllowed) return deps.mailDropped({ kind: 'password_reset', because: 'too_many' });
  await queueResetMail(deps.database, { recipient: request.email, at: now });
}

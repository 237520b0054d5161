import type { Executor } from '../../platform/database.ts';
import { chosenLimitsOf, liftsOf, openedBy } from './limits-store.ts';

const ALWAYS = new Date(0);

/** What an account and one of its users chose, lifted and opened, for an export. */
export async function* everyLimitOf(
  db: Executor,
  { accountId, userId }: { accountId: string; userId: string },
): AsyncGenerator<unknown> {
  for (const [ownerId, chosen] of await chosenLimitsOf(db, [accountId, userId])) {
    const limits = Object.entries(chosen).map(([name, value]) => [name, value === null ? null : String(value)]);
    yield { what: 'chosen', of: ownerId === accountId ? 'account' : 'sign_in', limits: Object.fromEntries(limits) };
  }
  for (const lift of await liftsOf(db, { accountId, now: ALWAYS })) yield { what: 'lifted', ...lift };
  for (const opened of await openedBy(db, accountId)) yield { what: 'opened', ...opened };
}

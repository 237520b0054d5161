import type { CallerDoubt, IncomingOutcome, NumberRule } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { type KnownCaller, decideIncoming } from './decide-incoming.ts';
import type { WhoIsThere } from './who-is-reached.ts';

/** What an account has said of somebody: in its contacts, and in its messages. */
export type KnowCaller = (
  db: Executor,
  caller: { accountId: string; number: string },
) => Promise<Pick<KnownCaller, 'isFavourite' | 'isBlockedInMessages'>>;

const NOBODY = { isFavourite: false, isBlockedInMessages: false };

/** What becomes of a call to an account's number. Who calls is looked up only where the rule asks for it; without a rule all rings. */
export async function judgeCaller(
  deps: { database: Executor; knowCaller: KnowCaller },
  call: {
    accountId: string;
    rule: NumberRule | null;
    number: string | null;
    isAnonymous: boolean;
    doubt: CallerDoubt | null;
    at: Date;
    /** Who is registered, where that is asked. */
    there?: WhoIsThere | null;
  },
): Promise<IncomingOutcome> {
  const { accountId, rule, number, isAnonymous, doubt, at, there = null } = call;
  if (rule === null) return { is: 'rings', because: 'always', browsers: true, phones: 'all', unanswered: 'nobody' };
  const isAsked = number !== null && (rule.refusesBlockedInMessages || rule.favouritesRingThrough);
  const known = isAsked ? await deps.knowCaller(deps.database, { accountId, number }) : NOBODY;
  return decideIncoming(rule, { number, isAnonymous, doubt, ...known }, at, there);
}

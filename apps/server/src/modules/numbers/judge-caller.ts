import type { CallerDoubt, IncomingOutcome, NumberRule } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { decideIncoming } from './decide-incoming.ts';
import { findKnown, type SaidOfCaller, type KnowCaller } from './rules-store.ts';
import type { WhoIsThere } from './who-is-reached.ts';

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
    /** Where that was looked up before. */
    known?: SaidOfCaller;
    /** Who is registered, where that is asked. */
    there?: WhoIsThere | null;
  },
): Promise<IncomingOutcome> {
  const { accountId, rule, number, isAnonymous, doubt, at, there = null } = call;
  if (rule === null) return { is: 'rings', because: 'always', browsers: true, phones: 'all', unanswered: 'nobody' };
  const isAsked = number !== null && (rule.refusesBlockedInMessages || rule.favouritesRingThrough);
  const known = isAsked
    ? (call.known ?? (await findKnown(deps.database, deps.knowCaller, { accountId, number })))
    : NOBODY;
  return decideIncoming(rule, { number, isAnonymous, doubt, ...known }, at, there);
}

import type { Account } from '../../accounts/index.ts';
import type { CallLimits, Claim, Left, UsageJson } from '../../limits/index.ts';
import { isFree, type Rating } from '../../rating/index.ts';
import { judgedCall, type Refusal, refusalOf } from '../money/spending-limits.ts';
import type { CallRecord } from '../record/call-record.ts';

/** What decides whether a call may begin, however it was read. */
export type StartFacts<A> = {
  call: CallRecord;
  /** Null: there is no such account any more. */
  account: A | null;
  /** Where the account and the caller stand with their limits. */
  usage: UsageJson;
  now: Date;
};

type Open = Exclude<Account['state'], 'closed'>;

/** `left`: what the limits leave to be spent. `claim`: what the call counts in them, to be taken with its hold. */
export type Start<A> =
  | { allowed: true; account: A & { state: Open }; left: Left; claim: Claim }
  | { allowed: false; refusal: Refusal };

/**
 * Whether a call may begin: the account, the destination and the limits. What it is paid with and what carries it can change
 * until they are taken, so that is for whoever takes them. Reads nothing but the facts and the rates in memory.
 */
export function judgeStart<A extends Pick<Account, 'state' | 'timeZone'>>(
  deps: { rating: Pick<Rating, 'rateNumber'>; limits: Pick<CallLimits, 'judge'> },
  { call, account, usage, now }: StartFacts<A>,
): Start<A> {
  if (account === null) return refused('not_allowed');
  const { state, timeZone } = account;
  if (state === 'closed') return refused('not_allowed');
  const rating = deps.rating.rateNumber(call.to, call.rated.rateTable);
  const isClosed = !rating.allowed && rating.reason === 'destination_closed';
  if (!rating.allowed && (!isClosed || isFree(call.rated.terms))) return refused('destination_closed');
  const judged = deps.limits.judge(usage, judgedCall(call, { timeZone, isTrial: state === 'trial', isClosed, now }));
  return judged.allowed
    ? { ...judged, account: { ...account, state } }
    : { allowed: false, refusal: refusalOf(judged.stop) };
}

const refused = (reason: Refusal['reason']) => ({
  allowed: false as const,
  refusal: { reason, status: 403, phrase: 'Forbidden' },
});

import type { OwnLimits, SpendingLimits } from '@farline/contracts/limits';
import type { Money } from '@farline/contracts/money';
import { differenceOf } from '../../lib/format/sum-of.ts';

/** What may be spent today, and what of it is used: of the account's limit and the sign-in's the one that leaves less. Null: lifted. */
export function limitToday(limits: SpendingLimits): { limit: Money; used: Money } | null {
  if (limits.lifted.some(({ limit }) => limit === 'day')) return null;
  const [first, second] = [dayOf(limits.signIn), dayOf(limits.account)];
  return leftOf(first) <= leftOf(second) ? first : second;
}

const dayOf = ({ limits, used }: OwnLimits) => ({ limit: limits.day, used: used.day });
const leftOf = ({ limit, used }: { limit: Money; used: Money }) => Number(differenceOf(limit, used).amount);

import type { NumberRule } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { forwardStepsOf } from './leads-back.ts';
import { rulesOf } from './rules-store.ts';

/** The telephones that a rule sends calls on to, each once; a number without a rule sends none. */
export const telephonesOf = (rule: NumberRule | null): string[] =>
  rule === null ? [] : [...new Set(forwardStepsOf(rule).map(({ to }) => to))].toSorted();

/** To how many telephones the numbers of an account send calls on. */
export async function countForwards(db: Executor, accountId: string): Promise<number> {
  const rules = await rulesOf(db, accountId);
  return new Set(rules.flatMap(({ rule }) => telephonesOf(rule))).size;
}

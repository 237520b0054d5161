import type { ForwardStep, MenuChoice, NumberRule, RuleStep } from '@farline/contracts';
import type { Executor } from '../../platform/database.ts';
import { rulesOfNumbers } from './rules-store.ts';

/** Nobody needs more numbers of ours one behind the other. */
const MOST_STEPS = 5;
const MOST_NUMBERS = 50;

/** What a rule does with calls, at once or by the keys of its menus. */
export function everyStepOf({
  open,
  closed,
  menus,
}: Pick<NumberRule, 'open' | 'closed' | 'menus'>): (RuleStep | MenuChoice)[] {
  return [open, closed, ...menus.flatMap(({ keys, otherwise }) => [...keys.map(({ then }) => then), otherwise])];
}

/** The steps of a rule that forward calls, at once, when nobody answers, or by the keys of its menus. */
export function forwardStepsOf(rule: Pick<NumberRule, 'open' | 'closed' | 'menus'>): ForwardStep[] {
  return everyStepOf(rule).flatMap((step): ForwardStep[] => {
    if (step.do === 'forward') return [{ do: 'forward', to: step.to, most: step.most }];
    return step.do === 'ring' && step.goesOn !== undefined ? [step.goesOn.then] : [];
  });
}

/**
 * Whether calls that one number forwards to another may come back to it, by the rules of our numbers, whosever they are. More of them one
 * behind the other than anybody needs count as well.
 */
export async function leadsBack(db: Executor, way: { from: string; to: string }): Promise<boolean> {
  const seen = new Set<string>();
  let next = [way.to];
  for (let step = 0; step < MOST_STEPS; step++) {
    if (next.includes(way.from)) return true;
    for (const number of next) seen.add(number);
    const rules = await rulesOfNumbers(db, next.slice(0, MOST_NUMBERS));
    next = rules.flatMap((rule) => forwardStepsOf(rule).map(({ to }) => to)).filter((number) => !seen.has(number));
    if (next.length === 0) return false;
  }
  return true;
}

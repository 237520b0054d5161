import { micros, type Plan, toMoney } from '@farline/contracts';
import { notFound, Problem } from '../../platform/problems.ts';

const BASIC = 'basic';

/** The plans that there are: one, and each of its sentences is true of every account. */
export function plansIn(currency: string): Plan[] {
  return [
    {
      id: BASIC,
      name: 'Basic',
      pricePerMonth: toMoney(micros(0n), currency),
      features: [
        'No monthly fee: you pay for your calls alone',
        'Calls from the browser to every open destination of the rate table',
        'The price is shown before a call and frozen for it',
        'Credit does not expire',
      ],
    },
  ];
}

/** The plan of every account. */
export function basicIn(currency: string): Plan {
  const [basic] = plansIn(currency);
  if (basic === undefined) throw new Error('there is no plan');
  return basic;
}

/** Why a plan cannot be changed to: there is no other than the one that everybody has. */
export function refusalOfPlan(planId: string): Problem {
  return planId.toLowerCase() === BASIC
    ? new Problem('already_on_plan', 409, 'You are on the plan Basic already.')
    : new Problem('plan_not_found', 404, 'There is no such plan.', { errors: { planId: 'There is no such plan' } });
}

export const planHasNoEnd = () =>
  new Problem('plan_has_no_end', 409, 'The plan Basic costs nothing and has no end. To leave, close your account.');

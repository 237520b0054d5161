import { formatDecimal, type Micros } from '@farline/contracts';
import { Problem } from '../../platform/problems.ts';

const NO_SUCH_PLAN = 'There’s no such plan';
export const planNotFound = () =>
  new Problem('plan_not_found', 404, `${NO_SUCH_PLAN}.`, { errors: { planId: NO_SUCH_PLAN } });
export const alreadyOnPlan = (name: string) =>
  new Problem('already_on_plan', 409, `You’re already on the plan ${name}.`);
export const changeIsPlanned = (name: string) =>
  new Problem('plan_change_planned', 409, `The change to ${name} is already planned. Nothing was taken.`);
/** Whether a change was refused because it is made. */
export const isDoneAlready = (error: unknown): boolean =>
  error instanceof Problem && ['already_on_plan', 'plan_change_planned'].includes(error.code);
export const planRenewalUnderWay = (name: string) =>
  new Problem(
    'plan_renewal_under_way',
    409,
    `The next period of ${name} is just being paid. Nothing was changed and nothing was taken. Try again in a minute.`,
  );
export const planHasNoEnd = () =>
  new Problem(
    'plan_has_no_end',
    409,
    'The plan Basic costs nothing and has no end date. To leave, close your account.',
  );
export const planQuoteStale = (due: string) =>
  new Problem('plan_quote_stale', 409, `This change costs ${due} now. Nothing was changed and nothing was taken.`);
export const planNotCovered = (due: string, available: string) =>
  new Problem(
    'plan_not_covered',
    402,
    `This change costs ${due}, and your balance has ${available} to spend. Nothing was changed. Add funds first.`,
  );

/** An amount in a sentence: `3.3334 USD`. */
export function inWords(amount: Micros, currency: string): string {
  return `${formatDecimal(amount).replace(/(\.\d\d)00$/, '$1')} ${currency}`;
}

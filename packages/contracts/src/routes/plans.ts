import { usageReply } from '../billing.ts';
import { defineRoute } from '../define-route.ts';
import { planQuoteQuery, planQuoteReply, plansReply, subscriptionChange, subscriptionReply } from '../plans.ts';

/** What stands in the way of another plan. */
const PLAN_CHANGE = ['already_on_plan', 'plan_change_planned', 'plan_not_found', 'plan_renewal_under_way'] as const;

export const planRoutes = {
  usage: defineRoute('GET /billing/usage', {
    tag: 'billing',
    access: 'user',
    summary: 'What was used and paid this month, and the balance',
    reply: usageReply,
  }),
  list: defineRoute('GET /billing/plans', {
    tag: 'billing',
    access: 'anyone',
    summary: 'The plans that there are: for everybody',
    reply: plansReply,
  }),
  subscription: defineRoute('GET /billing/subscription', {
    tag: 'billing',
    access: 'user',
    summary: "The account's plan, and what is left of what it includes",
    reply: subscriptionReply,
  }),
  quote: defineRoute('GET /billing/subscription/quote', {
    tag: 'billing',
    access: 'user',
    summary: 'What a change to a plan would do and cost now',
    query: planQuoteQuery,
    reply: planQuoteReply,
    refusals: PLAN_CHANGE,
  }),
  change: defineRoute('POST /billing/subscription', {
    tag: 'billing',
    access: 'user',
    summary: 'Change to another plan, or keep or pay the present one',
    body: subscriptionChange,
    reply: subscriptionReply,
    isIdempotent: true,
    isConfirmedOnly: true,
    precedence: 'essential',
    refusals: [...PLAN_CHANGE, 'plan_not_covered', 'plan_quote_stale'],
  }),
  cancel: defineRoute('DELETE /billing/subscription', {
    tag: 'billing',
    access: 'user',
    summary: 'End the plan when its period ends',
    reply: subscriptionReply,
    refusals: ['already_on_plan', 'plan_change_planned', 'plan_has_no_end'],
  }),
};

import { usageReply } from '../billing.ts';
import { defineRoute } from '../define-route.ts';
import { planQuoteQuery, planQuoteReply, plansReply, subscriptionChange, subscriptionReply } from '../plans.ts';

/** What stands in the way of another plan. */
const PLAN_CHANGE = ['already_on_plan', 'plan_change_planned', 'plan_not_found', 'plan_renewal_under_way'] as const;

export const planRoutes = {
  usage: defineRoute('GET /billing/usage', {
    tag: 'billing',
    access: 'user',
    summary: 'Get what was used and paid this month, and the balance',
    reply: usageReply,
  }),
  list: defineRoute('GET /billing/plans', {
    tag: 'billing',
    access: 'anyone',
    summary: 'List the plans; open to everybody',
    reply: plansReply,
  }),
  subscription: defineRoute('GET /billing/subscription', {
    tag: 'billing',
    access: 'user',
    summary: 'Get the account’s plan, and what’s left of what it includes',
    reply: subscriptionReply,
  }),
  quote: defineRoute('GET /billing/subscription/quote', {
    tag: 'billing',
    access: 'user',
    summary: 'Preview what changing to a plan would do and cost now',
    query: planQuoteQuery,
    reply: planQuoteReply,
    refusals: PLAN_CHANGE,
  }),
  change: defineRoute('POST /billing/subscription', {
    tag: 'billing',
    access: 'user',
    summary: 'Change to another plan, or keep or pay for the present one',
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
    summary: 'End the plan at the end of its period',
    reply: subscriptionReply,
    refusals: ['already_on_plan', 'plan_change_planned', 'plan_has_no_end'],
  }),
};

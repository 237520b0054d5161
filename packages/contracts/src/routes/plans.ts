import { usageReply } from '../billing.ts';
import { defineRoute } from '../define-route.ts';
import { planQuoteQuery, planQuoteReply, plansReply, subscriptionChange, subscriptionReply } from '../plans.ts';

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
  }),
  cancel: defineRoute('DELETE /billing/subscription', {
    tag: 'billing',
    access: 'user',
    summary: 'End the plan when its period ends',
    reply: subscriptionReply,
  }),
};

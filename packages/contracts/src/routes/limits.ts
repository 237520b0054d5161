import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import {
  askedDestinationReply,
  destinationAsked,
  destinationOpening,
  limitLift,
  limitName,
  limitsChange,
  spendingLimitsReply,
} from '../limits.ts';
import { NUMBER_REFUSALS } from '../refusals.ts';

const limitParams = z.object({ limit: limitName });
const openedParams = z.object({ id: z.string().regex(/^(?:[A-Z]{2}|001)-[a-z_]{1,20}$/, 'Write it as GB-premium') });

export const limitRoutes = {
  show: defineRoute('GET /limits', {
    tag: 'limits',
    access: 'user',
    summary: 'Get the spending limits, how much of them is used, and the most that could be lost tonight',
    reply: spendingLimitsReply,
  }),
  change: defineRoute('PATCH /limits', {
    tag: 'limits',
    access: 'user',
    summary: 'Change spending limits: lower ones take effect at once, higher ones need the password',
    body: limitsChange,
    reply: spendingLimitsReply,
    isConfirmedOnly: true,
    refusals: ['password_needed', 'proof_needed', 'wrong_password'],
  }),
  lift: defineRoute('POST /limits/lifts/{limit}', {
    tag: 'limits',
    access: 'user',
    summary: 'Lift a limit until midnight in the account’s time zone',
    params: limitParams,
    body: limitLift,
    reply: spendingLimitsReply,
    isConfirmedOnly: true,
    refusals: ['proof_needed', 'wrong_password'],
  }),
  endLift: defineRoute('DELETE /limits/lifts/{limit}', {
    tag: 'limits',
    access: 'user',
    summary: 'Put a lifted limit back in force',
    params: limitParams,
    reply: spendingLimitsReply,
  }),
  askDestination: defineRoute('GET /limits/destinations', {
    tag: 'limits',
    access: 'user',
    summary: 'Check whether a number is expensive, why, and whether it was opened',
    query: destinationAsked,
    reply: askedDestinationReply,
    refusals: NUMBER_REFUSALS,
  }),
  openDestination: defineRoute('POST /limits/destinations', {
    tag: 'limits',
    access: 'user',
    summary: 'Open a number’s expensive destination: numbers of its kind in its country',
    body: destinationOpening,
    reply: askedDestinationReply,
    isConfirmedOnly: true,
    refusals: [...NUMBER_REFUSALS, 'destination_not_dear', 'proof_needed', 'wrong_password'],
  }),
  closeDestination: defineRoute('DELETE /limits/destinations/{id}', {
    tag: 'limits',
    access: 'user',
    summary: 'Close an expensive destination again',
    params: openedParams,
    reply: spendingLimitsReply,
  }),
};

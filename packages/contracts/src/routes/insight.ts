import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import {
  analyticsQuery,
  analyticsReply,
  insightQuery,
  insightReply,
  messageInsightQuery,
  messageInsightReply,
  personParams,
  personSpend,
} from '../insight.ts';
import { EXPORT_RATE_LIMIT } from '../rate-limit.ts';

export const insightRoutes = {
  calls: defineRoute('GET /insight/calls', {
    tag: 'insight',
    access: 'user',
    summary: 'Get the figures of some days’ calls, by day, country or destination',
    query: insightQuery,
    reply: insightReply,
  }),
  callsFile: defineRoute('GET /insight/calls.csv', {
    tag: 'insight',
    access: 'user',
    summary: 'Export the same figures as a CSV file',
    query: insightQuery,
    produces: ['text/csv'],
    reply: z.string().describe('A CSV file'),
    perAccount: EXPORT_RATE_LIMIT,
  }),
  messages: defineRoute('GET /insight/messages', {
    tag: 'insight',
    access: 'user',
    summary: 'Get the figures of some days’ messages, by day, country or person',
    query: messageInsightQuery,
    reply: messageInsightReply,
  }),
  messagesFile: defineRoute('GET /insight/messages.csv', {
    tag: 'insight',
    access: 'user',
    summary: 'Export the same figures as a CSV file',
    query: messageInsightQuery,
    produces: ['text/csv'],
    reply: z.string().describe('A CSV file'),
    perAccount: EXPORT_RATE_LIMIT,
  }),
  person: defineRoute('GET /insight/people/{peer}', {
    tag: 'insight',
    access: 'user',
    summary: 'Get the figures of the calls and messages with one person',
    params: personParams,
    reply: personSpend,
  }),
  analytics: defineRoute('GET /billing/analytics', {
    tag: 'billing',
    access: 'user',
    summary: 'Get the figures of the calls of the current day, week, month or year, with those of the one before',
    description: 'Only calls: the price of a plan is in /billing/usage, in /billing/history and on statements.',
    query: analyticsQuery,
    reply: analyticsReply,
  }),
  analyticsFile: defineRoute('GET /billing/analytics.csv', {
    tag: 'billing',
    access: 'user',
    summary: 'Export the days of the current period as a CSV file',
    query: analyticsQuery,
    produces: ['text/csv'],
    reply: z.string().describe('A CSV file'),
    perAccount: EXPORT_RATE_LIMIT,
  }),
};

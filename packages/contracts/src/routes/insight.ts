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
    summary: 'What the calls of some days came to, by day, country or destination',
    query: insightQuery,
    reply: insightReply,
  }),
  callsFile: defineRoute('GET /insight/calls.csv', {
    tag: 'insight',
    access: 'user',
    summary: 'The same as a CSV file',
    query: insightQuery,
    produces: ['text/csv'],
    reply: z.string().describe('A CSV file'),
    perAccount: EXPORT_RATE_LIMIT,
  }),
  messages: defineRoute('GET /insight/messages', {
    tag: 'insight',
    access: 'user',
    summary: 'What the messages of some days came to, by day, country or person',
    query: messageInsightQuery,
    reply: messageInsightReply,
  }),
  messagesFile: defineRoute('GET /insight/messages.csv', {
    tag: 'insight',
    access: 'user',
    summary: 'The same as a CSV file',
    query: messageInsightQuery,
    produces: ['text/csv'],
    reply: z.string().describe('A CSV file'),
    perAccount: EXPORT_RATE_LIMIT,
  }),
  person: defineRoute('GET /insight/people/{peer}', {
    tag: 'insight',
    access: 'user',
    summary: 'What calls and messages with one person have come to',
    params: personParams,
    reply: personSpend,
  }),
  analytics: defineRoute('GET /billing/analytics', {
    tag: 'billing',
    access: 'user',
    summary: 'What the calls of the running day, week, month or year have come to, beside the one before',
    description: 'Calls alone: the price of a plan is in /billing/usage, in /billing/history and on statements.',
    query: analyticsQuery,
    reply: analyticsReply,
  }),
  analyticsFile: defineRoute('GET /billing/analytics.csv', {
    tag: 'billing',
    access: 'user',
    summary: 'The days of the running period as a CSV file',
    query: analyticsQuery,
    produces: ['text/csv'],
    reply: z.string().describe('A CSV file'),
    perAccount: EXPORT_RATE_LIMIT,
  }),
};

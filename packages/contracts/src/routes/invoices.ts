import { z } from 'zod';
import { billingHistoryQuery, billingHistoryReply, billingSumsReply } from '../billing.ts';
import { defineRoute, idParams } from '../define-route.ts';
import {
  buyerChange,
  buyerReply,
  invoiceDownloadQuery,
  invoiceReply,
  invoicesQuery,
  invoicesReply,
  operatorReply,
} from '../invoices.ts';
import { EXPORT_RATE_LIMIT, WHOLE_HISTORY_RATE_LIMIT } from '../rate-limit.ts';

export const invoiceRoutes = {
  operator: defineRoute('GET /operator', {
    tag: 'billing',
    access: 'anyone',
    summary:
      'Get who runs this installation and sells its calls, who transcribes voicemails, and whether real phones can be reached',
    reply: operatorReply,
  }),
  list: defineRoute('GET /billing/invoices', {
    tag: 'billing',
    access: 'user',
    summary: 'List monthly statements and payment receipts, newest first',
    query: invoicesQuery,
    reply: invoicesReply,
  }),
  show: defineRoute('GET /billing/invoices/{id}', {
    tag: 'billing',
    access: 'user',
    summary: 'Get an invoice',
    params: idParams,
    reply: invoiceReply,
  }),
  download: defineRoute('GET /billing/invoices/{id}/download', {
    tag: 'billing',
    access: 'user',
    summary: 'Download an invoice as a PDF or CSV file',
    params: idParams,
    query: invoiceDownloadQuery,
    produces: ['application/pdf', 'text/csv'],
    reply: z.any().describe('A PDF or CSV file'),
    perAccount: EXPORT_RATE_LIMIT,
    refusals: ['pdf_busy', 'pdf_unavailable'],
  }),
  buyer: defineRoute('GET /billing/buyer', {
    tag: 'billing',
    access: 'user',
    summary: 'Get the buyer named on invoices',
    reply: buyerReply,
  }),
  changeBuyer: defineRoute('PATCH /billing/buyer', {
    tag: 'billing',
    access: 'user',
    summary: 'Change the buyer named on future invoices',
    body: buyerChange,
    reply: buyerReply,
    isConfirmedOnly: true,
  }),
  history: defineRoute('GET /billing/history', {
    tag: 'billing',
    access: 'user',
    summary: 'List what changed the balance, with the cause and the balance after each change',
    query: billingHistoryQuery,
    reply: billingHistoryReply,
  }),
  sums: defineRoute('GET /billing/sums', {
    tag: 'billing',
    access: 'user',
    summary: 'Sum up what changed the balance over some days',
    query: billingHistoryQuery.pick({ startDate: true, endDate: true }),
    reply: billingSumsReply,
    perAccount: WHOLE_HISTORY_RATE_LIMIT,
  }),
  historyFile: defineRoute('GET /billing/history.csv', {
    tag: 'billing',
    access: 'user',
    summary: 'Export the same days as a CSV file',
    query: billingHistoryQuery.pick({ startDate: true, endDate: true }),
    produces: ['text/csv'],
    reply: z.any().describe('A CSV file'),
    perAccount: EXPORT_RATE_LIMIT,
  }),
};

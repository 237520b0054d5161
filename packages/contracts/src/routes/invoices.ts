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
    summary: 'Who runs this installation and sells its calls',
    reply: operatorReply,
  }),
  list: defineRoute('GET /billing/invoices', {
    tag: 'billing',
    access: 'user',
    summary: 'Monthly statements and receipts of payments, newest first',
    query: invoicesQuery,
    reply: invoicesReply,
  }),
  show: defineRoute('GET /billing/invoices/{id}', {
    tag: 'billing',
    access: 'user',
    summary: 'One invoice',
    params: idParams,
    reply: invoiceReply,
  }),
  download: defineRoute('GET /billing/invoices/{id}/download', {
    tag: 'billing',
    access: 'user',
    summary: 'An invoice as a file: PDF, or CSV',
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
    summary: 'Who stands on the invoices',
    reply: buyerReply,
  }),
  changeBuyer: defineRoute('PATCH /billing/buyer', {
    tag: 'billing',
    access: 'user',
    summary: 'Change who stands on the invoices from now on',
    body: buyerChange,
    reply: buyerReply,
  }),
  history: defineRoute('GET /billing/history', {
    tag: 'billing',
    access: 'user',
    summary: 'What moved the balance, with the balance after it and what caused it',
    query: billingHistoryQuery,
    reply: billingHistoryReply,
  }),
  sums: defineRoute('GET /billing/sums', {
    tag: 'billing',
    access: 'user',
    summary: 'What moved the balance in some days, in one line that adds up',
    query: billingHistoryQuery.pick({ startDate: true, endDate: true }),
    reply: billingSumsReply,
    perAccount: WHOLE_HISTORY_RATE_LIMIT,
  }),
  historyFile: defineRoute('GET /billing/history.csv', {
    tag: 'billing',
    access: 'user',
    summary: 'The same days as a CSV file',
    query: billingHistoryQuery.pick({ startDate: true, endDate: true }),
    produces: ['text/csv'],
    reply: z.any().describe('A CSV file'),
    perAccount: EXPORT_RATE_LIMIT,
  }),
};

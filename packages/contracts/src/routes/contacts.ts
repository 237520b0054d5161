import { z } from 'zod';
import {
  contactChange,
  contactNamesReply,
  contactReply,
  contactsQuery,
  contactsReply,
  importQuery,
  importReport,
  newContact,
} from '../contacts/contacts.ts';
import { defineRoute, idParams } from '../define-route.ts';
import { EXPORT_RATE_LIMIT, IMPORT_RATE_LIMIT } from '../rate-limit.ts';

export const contactRoutes = {
  list: defineRoute('GET /contacts', {
    tag: 'contacts',
    access: 'user',
    summary: 'List the account’s contacts by name',
    query: contactsQuery,
    reply: contactsReply,
  }),
  add: defineRoute('POST /contacts', {
    tag: 'contacts',
    access: 'user',
    summary: 'Add a contact',
    body: newContact,
    status: 201,
    reply: contactReply,
    isIdempotent: true,
    refusals: ['too_many_contacts'],
  }),
  names: defineRoute('GET /contacts/names', {
    tag: 'contacts',
    access: 'user',
    summary: 'List all numbers with the contacts they belong to; replies 304 while nothing has changed',
    reply: contactNamesReply,
    otherReplies: { 304: z.null().describe('Nothing has changed') },
  }),
  importFile: defineRoute('POST /contacts/import', {
    tag: 'contacts',
    access: 'user',
    summary: 'Import contacts from a vCard or CSV file',
    query: importQuery,
    takesFile: true,
    reply: importReport,
    perAccount: IMPORT_RATE_LIMIT,
    refusals: ['file_not_understood'],
  }),
  exportVcards: defineRoute('GET /contacts/export.vcf', {
    tag: 'contacts',
    access: 'user',
    summary: 'Export all contacts as vCards',
    produces: ['text/vcard'],
    reply: z.string().describe('All contacts as vCards'),
    perAccount: EXPORT_RATE_LIMIT,
  }),
  exportCsv: defineRoute('GET /contacts/export.csv', {
    tag: 'contacts',
    access: 'user',
    summary: 'Export all contacts as a CSV file',
    produces: ['text/csv'],
    reply: z.string().describe('All contacts as a CSV file'),
    perAccount: EXPORT_RATE_LIMIT,
  }),
  show: defineRoute('GET /contacts/{id}', {
    tag: 'contacts',
    access: 'user',
    summary: 'Get a contact',
    params: idParams,
    reply: contactReply,
  }),
  change: defineRoute('PATCH /contacts/{id}', {
    tag: 'contacts',
    access: 'user',
    summary: 'Change a contact',
    params: idParams,
    body: contactChange,
    reply: contactReply,
  }),
  remove: defineRoute('DELETE /contacts/{id}', {
    tag: 'contacts',
    access: 'user',
    summary: 'Remove a contact; replies with the contact as it was',
    params: idParams,
    reply: contactReply,
  }),
};

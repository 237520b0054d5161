import {
  CONTACT_LIMITS,
  contactChange,
  contactNamesReply,
  contactReply,
  contactsQuery,
  contactsReply,
  importQuery,
  importReport,
  newContact,
  partOfNumber,
} from '@farline/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { EXPORT_LIMIT, IMPORT_LIMIT } from '../../platform/account-limit.ts';
import { type HttpServer, type Identity, identityOf, refusals } from '../../platform/http-server.ts';
import { idOf, idParams } from '../../platform/id-params.ts';
import { UPLOAD, uploadedFile } from '../../platform/upload.ts';
import { viewOfContact } from './contact.ts';
import { addContact, type ContactChangeDeps, changeContact, removeContact } from './contact-changes.ts';
import { readCursor, writeCursor } from './contact-cursor.ts';
import { contactNotFound } from './contacts-problems.ts';
import { bookRevision, findContact, listContacts, listNames } from './contacts-store.ts';
import { foldName, searchWords } from './fold-name.ts';
import { allContacts, importContacts } from './import-contacts.ts';
import { writeContactsCsv } from './write-contacts-csv.ts';
import { writeVcards } from './write-vcards.ts';

export type ContactRouteDeps = ContactChangeDeps & { requireUser: (request: FastifyRequest) => Promise<void> };

/** Contacts: kept, found, taken from a file and written to one. */
export function addContactRoutes(app: HttpServer, deps: ContactRouteDeps): void {
  const signedIn = { tags: ['contacts'], security: [{ bearer: [] }] };
  const onRequest = deps.requireUser;
  const { database } = deps;

  app.get(
    '/contacts',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'The contacts of the account, in the order of their names',
        querystring: contactsQuery,
        response: { 200: contactsReply, ...refusals },
      },
    },
    async (request) => {
      const { q = '', favourite, cursor, limit } = request.query;
      const found = await listContacts(database, {
        accountId: identityOf(request).accountId,
        most: limit + 1,
        after: cursor === undefined ? null : readCursor(cursor),
        words: searchWords(q),
        partOfNumber: partOfNumber(q),
        isFavourite: favourite ?? null,
      });
      const items = found.slice(0, limit);
      const last = found.length > limit ? items.at(-1) : undefined;
      return {
        items: items.map(viewOfContact),
        nextCursor: last === undefined ? null : writeCursor({ searchName: foldName(last.name), id: last.id }),
      };
    },
  );

  app.post(
    '/contacts',
    {
      onRequest,
      config: { idempotent: true },
      schema: { ...signedIn, summary: 'Add a contact', body: newContact, response: { 201: contactReply, ...refusals } },
    },
    async (request, reply) => {
      const { defaultCountry, ...facts } = request.body;
      reply.status(201);
      const { accountId } = identityOf(request);
      return { contact: viewOfContact(await addContact(deps, { accountId, facts, defaultCountry })) };
    },
  );

  app.get(
    '/contacts/names',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Who has which number; 304 while nothing has changed',
        response: { 200: contactNamesReply, 304: z.null().describe('Nothing has changed'), ...refusals },
      },
    },
    async (request, reply) => {
      const { accountId } = identityOf(request);
      const tag = `W/"${accountId}-${await bookRevision(database, accountId)}"`;
      reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' });
      if (request.headers['if-none-match']?.includes(tag) === true) return reply.status(304).send(null);
      return { names: await listNames(database, accountId) };
    },
  );

  app.post(
    '/contacts/import',
    {
      onRequest,
      config: { perAccount: IMPORT_LIMIT },
      ...UPLOAD,
      schema: {
        ...signedIn,
        ...UPLOAD.schema,
        summary: 'Take contacts from a vCard or CSV file',
        querystring: importQuery,
        response: { 200: importReport, ...refusals },
      },
    },
    async (request) => {
      const { bytes } = await uploadedFile(request, { mostBytes: CONTACT_LIMITS.importBytes });
      const { accountId } = identityOf(request);
      return await importContacts(deps, { accountId, bytes, defaultCountry: request.query.defaultCountry });
    },
  );

  app.get(
    '/contacts/export.vcf',
    { onRequest, config: { perAccount: EXPORT_LIMIT }, schema: fileSchema('text/vcard', 'vCards') },
    async (request, reply) => {
      const contacts = await allContacts(database, identityOf(request).accountId);
      sendAs(reply, { type: 'text/vcard', name: 'farline-contacts.vcf' });
      return writeVcards(contacts);
    },
  );

  app.get(
    '/contacts/export.csv',
    { onRequest, config: { perAccount: EXPORT_LIMIT }, schema: fileSchema('text/csv', 'a CSV file') },
    async (request, reply) => {
      const contacts = await allContacts(database, identityOf(request).accountId);
      sendAs(reply, { type: 'text/csv', name: 'farline-contacts.csv' });
      return writeContactsCsv(contacts);
    },
  );

  function fileSchema(type: string, words: string) {
    return {
      ...signedIn,
      summary: `All contacts as ${words}`,
      produces: [type],
      response: { 200: z.string().describe(`All contacts as ${words}`), ...refusals },
    };
  }

  app.get(
    '/contacts/:id',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'One contact',
        params: idParams,
        response: { 200: contactReply, ...refusals },
      },
    },
    async (request) => {
      const found = await findContact(database, named(request));
      if (found === null) throw contactNotFound();
      return { contact: viewOfContact(found) };
    },
  );

  app.patch(
    '/contacts/:id',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Change a contact',
        params: idParams,
        body: contactChange,
        response: { 200: contactReply, ...refusals },
      },
    },
    async (request) => {
      const { defaultCountry, ...change } = request.body;
      return { contact: viewOfContact(await changeContact(deps, { ...named(request), change, defaultCountry })) };
    },
  );

  app.delete(
    '/contacts/:id',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Remove a contact; the reply is what it was',
        params: idParams,
        response: { 200: contactReply, ...refusals },
      },
    },
    async (request) => ({ contact: viewOfContact(await removeContact(deps, named(request))) }),
  );
}

function named(request: { identity: Identity | null; params: { id: string } }): { accountId: string; id: string } {
  return { accountId: identityOf(request).accountId, id: idOf(request.params, contactNotFound) };
}

function sendAs(reply: FastifyReply, file: { type: string; name: string }): void {
  reply.header('content-type', `${file.type}; charset=utf-8`);
  reply.header('content-disposition', `attachment; filename="${file.name}"`);
  reply.header('cache-control', 'no-store');
}

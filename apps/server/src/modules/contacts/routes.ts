import { CONTACT_LIMITS, contactRoutes, partOfNumber } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Identity, identityOf } from '../../platform/http-server.ts';
import { workOf } from '../../platform/work.ts';
import { idOf } from '../../platform/id-params.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { uploadedFile, sendAsFile } from '../../platform/http-files.ts';
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

/** Of the answer with all names: another than what browsers have kept of the release before. */
const NAMES_FORM = 2;

/** Contacts: kept, found, taken from a file and written to one. */
export function addContactRoutes(app: FastifyInstance, deps: ContactRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const { database } = deps;

  serve(contactRoutes.list, async (request) => {
    const { q = '', defaultCountry, favourite, cursor, limit } = request.query;
    const found = await listContacts(database, {
      accountId: identityOf(request).accountId,
      most: limit + 1,
      after: cursor === undefined ? null : readCursor(cursor),
      words: searchWords(q),
      ...numberIn(q, { deps, defaultCountry }),
      isFavourite: favourite ?? null,
    });
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    return {
      items: items.map(viewOfContact),
      nextCursor: last === undefined ? null : writeCursor({ searchName: foldName(last.name), id: last.id }),
    };
  });

  serve(contactRoutes.add, async (request) => {
    const { defaultCountry, ...facts } = request.body;
    const asked = { accountId: identityOf(request).accountId, facts, defaultCountry };
    return { contact: viewOfContact(await addContact(deps, asked, workOf(request, deps.clock))) };
  });

  serve(contactRoutes.names, async (request, reply) => {
    const { accountId } = identityOf(request);
    const tag = `W/"${NAMES_FORM}-${accountId}-${await bookRevision(database, accountId)}"`;
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' });
    if (request.headers['if-none-match']?.includes(tag) === true) return reply.status(304).send(null);
    return { names: await listNames(database, accountId) };
  });

  serve(contactRoutes.importFile, async (request) => {
    const { bytes } = await uploadedFile(request, { mostBytes: CONTACT_LIMITS.importBytes });
    const { accountId } = identityOf(request);
    return await importContacts(deps, { accountId, bytes, defaultCountry: request.query.defaultCountry });
  });

  serve(contactRoutes.exportVcards, async (request, reply) => {
    const contacts = await allContacts(database, identityOf(request).accountId);
    sendAsFile(reply, { type: 'text/vcard', name: 'farline-contacts.vcf' });
    return writeVcards(contacts);
  });

  serve(contactRoutes.exportCsv, async (request, reply) => {
    const contacts = await allContacts(database, identityOf(request).accountId);
    sendAsFile(reply, { type: 'text/csv', name: 'farline-contacts.csv' });
    return writeContactsCsv(contacts);
  });

  serve(contactRoutes.show, async (request) => {
    const found = await findContact(database, named(request));
    if (found === null) throw contactNotFound();
    return { contact: viewOfContact(found) };
  });

  serve(contactRoutes.change, async (request) => {
    const { defaultCountry, ...change } = request.body;
    return { contact: viewOfContact(await changeContact(deps, { ...named(request), change, defaultCountry })) };
  });

  serve(contactRoutes.remove, async (request) => ({
    contact: viewOfContact(await removeContact(deps, named(request))),
  }));
}

function named(request: { identity: Identity | null; params: { id: string } }): { accountId: string; id: string } {
  return { accountId: identityOf(request).accountId, id: idOf(request.params, contactNotFound) };
}

/** What was typed as a number: a part of one, and the whole as it is read at home. */
function numberIn(
  typed: string,
  { deps, defaultCountry }: { deps: ContactChangeDeps; defaultCountry: string | undefined },
): { partOfNumber: string | null; number: string | null } {
  return { partOfNumber: partOfNumber(typed), number: deps.readNumber(typed, defaultCountry) };
}

import { Readable } from 'node:stream';
import { invoiceRoutes, type OperatorReply } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database.ts';
import { identityOf } from '../../platform/http-server.ts';
import { idOf } from '../../platform/id-params.ts';
import type { PrintedDocument } from '../../platform/outgoing/printed-document.ts';
import { invalidField, notFound, Problem } from '../../platform/problems.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { changeBuyer, findBuyer } from './buyer-store.ts';
import { type Invoice, writtenNumber } from './invoice.ts';
import { csvOf } from './invoice-csv.ts';
import { documentOf } from './invoice-document.ts';
import { viewInvoice, viewTax } from './invoice-view.ts';
import { findInvoice, invoicesBefore } from './invoices-store.ts';

export type InvoiceRouteDeps = {
  database: Database;
  requireUser: (request: FastifyRequest) => Promise<void>;
  /** Prints a document for an account. `no_fonts`: nothing can be printed here; `busy`: not now. */
  printPdf: (document: PrintedDocument, accountId: string) => Promise<Buffer | 'no_fonts' | 'busy'>;
};

const invoiceNotFound = () => notFound('The invoice');
const cursorNotOurs = () => invalidField('cursor', 'This cursor isn’t one of ours.');
const cannotPrint = () =>
  new Problem(
    'pdf_unavailable',
    503,
    'No PDF can be made here now: fonts are missing. The CSV file has the same lines.',
  );
const printerBusy = () =>
  new Problem('pdf_busy', 503, 'Many files are being made at this moment. Please try again in a minute.', {
    retryAfterSeconds: 30,
  });

export type AboutDeps = {
  /** What the settings say. */
  about: Omit<OperatorReply, 'reachesRealPhones'>;
  /** Whether any call from here reaches a real phone. */
  reachesRealPhones: () => Promise<boolean>;
};

/** Who runs this installation, and whom it shows something, for everybody. */
export function addOperatorRoute(app: FastifyInstance, { about, reachesRealPhones }: AboutDeps): void {
  serveRoutes(app, {})(invoiceRoutes.operator, async () => ({
    ...about,
    reachesRealPhones: await reachesRealPhones(),
  }));
}

/** Statements and receipts of an account, as lists and as files; and who stands on them. */
export function addInvoiceRoutes(app: FastifyInstance, deps: InvoiceRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const ownInvoice = async (request: FastifyRequest, id: string): Promise<Invoice> => {
    const { accountId } = identityOf(request);
    const invoice = await findInvoice(deps.database, { id: idOf({ id }, invoiceNotFound), accountId });
    if (invoice === null) throw invoiceNotFound();
    return invoice;
  };

  serve(invoiceRoutes.list, async (request) => {
    const { cursor, limit } = request.query;
    const before = cursor === undefined ? null : idOf({ id: cursor }, cursorNotOurs);
    const { accountId } = identityOf(request);
    const found = await invoicesBefore(deps.database, { accountId, before, most: limit + 1 });
    const invoices = found.slice(0, limit);
    return {
      invoices: invoices.map(viewInvoice),
      nextCursor: found.length > limit ? (invoices.at(-1)?.id ?? null) : null,
    };
  });

  serve(invoiceRoutes.show, async (request) => {
    const invoice = await ownInvoice(request, request.params.id);
    const { seller, buyer, tax } = invoice.content;
    return { invoice: { ...viewInvoice(invoice), seller, buyer, tax: viewTax(tax, invoice.currency) } };
  });

  serve(invoiceRoutes.download, async (request, reply) => {
    const invoice = await ownInvoice(request, request.params.id);
    const format = request.query.format ?? (request.headers.accept?.startsWith('text/csv') === true ? 'csv' : 'pdf');
    const file =
      format === 'csv'
        ? Readable.from(csvOf(deps.database, invoice))
        : await deps.printPdf(await documentOf(deps.database, invoice), identityOf(request).accountId);
    if (file === 'no_fonts') throw cannotPrint();
    if (file === 'busy') throw printerBusy();
    reply.headers({
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
      'content-disposition': `attachment; filename="farline-${writtenNumber(invoice)}.${format}"`,
      'cache-control': 'no-store',
      vary: 'accept',
    });
    return file;
  });

  serve(invoiceRoutes.buyer, async (request) => ({
    buyer: await findBuyer(deps.database, identityOf(request).accountId),
  }));

  serve(invoiceRoutes.changeBuyer, async (request) => {
    const { accountId } = identityOf(request);
    return { buyer: await changeBuyer(deps.database, { accountId, ...request.body }) };
  });
}

import { type MessageTemplate, TEMPLATE_LIMITS, templateRoutes } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { type Executor, inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { identityOf } from '../../../platform/http-server.ts';
import { workOf } from '../../../platform/work.ts';
import { idOf } from '../../../platform/id-params.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { requireOpen } from '../../accounts/index.ts';
import type { MessageRouteDeps } from '../record/messages-deps.ts';
import { templateExists, templateNotFound, tooManyTemplates } from '../record/messages-problems.ts';
import {
  deleteTemplate,
  findTemplate,
  isNameTaken,
  listTemplates,
  lockTemplates,
  saveTemplate,
  type TemplateRecord,
} from './template-store.ts';

/** Texts with fields: kept, changed and removed. */
export function addTemplateRoutes(app: FastifyInstance, deps: MessageRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });
  const { database, clock } = deps;

  serve(templateRoutes.list, async (request) => {
    const found = await listTemplates(database, identityOf(request).accountId);
    return { items: found.map(viewOf) };
  });

  serve(templateRoutes.add, async (request) => {
    const { accountId } = identityOf(request);
    const { id, mayBeDone } = workOf(request, clock);
    const template = { ...request.body, accountId, id, changedAt: clock.now() };
    return await inTransaction(database, async (tx) => {
      await requireOpen(tx, accountId);
      await lockTemplates(tx, accountId);
      const added = mayBeDone ? await findTemplate(tx, template) : null;
      if (added !== null) return { template: viewOf(added) };
      const { length } = await listTemplates(tx, accountId);
      if (length >= TEMPLATE_LIMITS.templates) throw tooManyTemplates(TEMPLATE_LIMITS.templates);
      if (await isNameTaken(tx, template)) throw templateExists();
      await saveTemplate(tx, template);
      await tellChange(tx, accountId);
      return { template: viewOf(template) };
    });
  });

  serve(templateRoutes.change, async (request) => {
    const whose = { accountId: identityOf(request).accountId, id: idOf(request.params, templateNotFound) };
    const { name, text } = request.body;
    return await inTransaction(database, async (tx) => {
      await lockTemplates(tx, whose.accountId);
      const before = await findTemplate(tx, whose);
      if (before === null) throw templateNotFound();
      const changedAt = clock.now();
      const template = { ...before, name: name ?? before.name, text: text ?? before.text, changedAt };
      if (await isNameTaken(tx, template)) throw templateExists();
      await saveTemplate(tx, template);
      await tellChange(tx, whose.accountId);
      return { template: viewOf(template) };
    });
  });

  serve(templateRoutes.remove, async (request) => {
    const whose = { accountId: identityOf(request).accountId, id: idOf(request.params, templateNotFound) };
    return await inTransaction(database, async (tx) => {
      const removed = await deleteTemplate(tx, whose);
      if (removed === null) throw templateNotFound();
      await tellChange(tx, whose.accountId);
      return { template: viewOf(removed) };
    });
  });
}

/** Every page of the account has the templates of now. */
async function tellChange(tx: Transaction, accountId: string): Promise<void> {
  await publish(tx, { type: 'templates.changed', accountId, subjectId: accountId });
}

/** Every template of an account, for an export. */
export async function* everyTemplateOf(db: Executor, accountId: string): AsyncGenerator<unknown> {
  yield* (await listTemplates(db, accountId)).map(viewOf);
}

function viewOf({ id, name, text, changedAt }: TemplateRecord): MessageTemplate {
  return { id, name, text, changedAt: changedAt.toISOString() };
}

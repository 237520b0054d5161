import { micros, numberRoutes, toMoney } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { identityOf } from '../../../platform/http-server.ts';
import { workOf } from '../../../platform/work.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { lockAccount, recordAuditEvent } from '../../accounts/index.ts';
import { named, numberNotFound } from '../record/number-problems.ts';
import { viewOwnNumbers } from '../record/number-view.ts';
import { confirmVerification } from './confirm-verification.ts';
import { deleteVerified, saveVerifiedDefault } from '../record/verified-store.ts';
import { priceCode, refuseNumberOfHere, verifyNumber, type VerifyNumberDeps } from './verify-number.ts';

export type VerifiedRouteDeps = VerifyNumberDeps & { requireUser: (request: FastifyRequest) => Promise<void> };

/** What people do with numbers that they have elsewhere: verify one by a call with a code, show it, take it away. */
export function addVerifiedRoutes(app: FastifyInstance, deps: VerifiedRouteDeps): void {
  const { database, clock } = deps;
  const serve = serveRoutes(app, { user: deps.requireUser });
  const mine = async (accountId: string) => await viewOwnNumbers(database, { accountId, at: clock.now() });

  serve(numberRoutes.verificationPrice, async (request) => {
    const { accountId } = identityOf(request);
    const { number: typed, defaultCountry, by } = request.body;
    const { number, terms, mostMicros, currency } = await priceCode(deps, {
      accountId,
      number: typed,
      defaultCountry,
      by,
    });
    await refuseNumberOfHere(database, number);
    return { number, terms, most: toMoney(micros(mostMicros), currency) };
  });

  serve(numberRoutes.verify, async (request) => {
    const { number, defaultCountry, most, by } = request.body;
    const wanted = { ...identityOf(request), number, defaultCountry, most, by };
    return { verification: await verifyNumber(deps, wanted, workOf(request, clock)) };
  });

  serve(numberRoutes.confirmVerification, async (request) => {
    const { accountId, userId } = identityOf(request);
    await confirmVerification(deps, { accountId, userId, id: request.params.id, code: request.body.code });
    return await mine(accountId);
  });

  serve(numberRoutes.changeVerified, async (request) => {
    const { accountId } = identityOf(request);
    const e164 = named(request.params);
    await inTransaction(database, async (tx) => {
      await lockAccount(tx, accountId);
      if (!(await saveVerifiedDefault(tx, { e164, accountId, at: clock.now() }))) throw numberNotFound();
      await publish(tx, { type: 'number.changed', accountId, subjectId: accountId });
    });
    return await mine(accountId);
  });

  serve(numberRoutes.removeVerified, async (request) => {
    const { accountId, userId } = identityOf(request);
    const e164 = named(request.params);
    await inTransaction(database, async (tx) => {
      if (!(await deleteVerified(tx, { e164, accountId }))) throw numberNotFound();
      await recordAuditEvent(tx, {
        at: clock.now(),
        actor: `user:${userId}`,
        action: 'number.verified_removed',
        accountId,
        subject: null,
        before: { number: e164 },
      });
      await publish(tx, { type: 'number.changed', accountId, subjectId: accountId });
    });
    return await mine(accountId);
  });
}

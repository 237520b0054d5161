import { confirmationRoutes } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { identityOf } from '../../../platform/http-server.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { cancelEmailChange, resendConfirmation } from './ask-confirmation.ts';
import { confirmByCode, confirmByLink } from './confirm-email.ts';
import { RESEND_AFTER_SECONDS } from '../record/try-rate-limits.ts';
import { viewUser } from '../record/user-view.ts';

/** How an address is confirmed, the one of a sign-up and the one of a change. */
export function addConfirmationRoutes(app: FastifyInstance, deps: UseCaseDeps): void {
  const { requireUser, knowUser } = deps.identities;
  const serve = serveRoutes(app, { user: requireUser, visitor_or_user: knowUser });

  serve(confirmationRoutes.byCode, async (request) => {
    const identity = identityOf(request);
    await confirmByCode(deps, { identity, code: request.body.code, address: request.ip });
    return { user: await viewUser(deps, deps.database, identity.userId) };
  });

  serve(confirmationRoutes.byLink, async (request) => {
    const { token, password = null } = request.body;
    const { identity, ip: address } = request;
    const { email } = await confirmByLink(deps, { token, identity, password, address });
    return { message: `${email} is confirmed.` };
  });

  serve(confirmationRoutes.resend, async (request) => {
    const { email } = await resendConfirmation(deps, { identity: identityOf(request), address: request.ip });
    return { message: `A new code is on its way to ${email}.`, email, againInSeconds: RESEND_AFTER_SECONDS };
  });

  serve(confirmationRoutes.cancelChange, async (request) => {
    const identity = identityOf(request);
    await cancelEmailChange(deps, identity);
    return { user: await viewUser(deps, deps.database, identity.userId) };
  });
}

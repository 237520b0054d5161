import {
  acknowledgement,
  confirmEmailLinkRequest,
  confirmEmailRequest,
  profileReply,
  resendReply,
} from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { identityOf, refusals } from '../../../platform/http-server.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { cancelEmailChange, resendConfirmation } from './ask-confirmation.ts';
import { confirmByCode, confirmByLink } from './confirm-email.ts';
import { RESEND_AFTER_SECONDS } from '../record/try-limits.ts';
import { viewUser } from '../record/user-view.ts';

/** How an address is confirmed, the one of a sign-up and the one of a change. */
export function addConfirmationRoutes(server: FastifyInstance, deps: UseCaseDeps): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  const { requireUser, knowUser } = deps.identities;
  const tags = ['auth'];
  const signedIn = { tags, security: [{ bearer: [] }] };

  app.post(
    '/auth/confirm-email',
    {
      onRequest: requireUser,
      schema: {
        ...signedIn,
        summary: 'Confirm a mail address by the code that was mailed there',
        body: confirmEmailRequest,
        response: { 200: profileReply, ...refusals },
      },
    },
    async (request) => {
      const identity = identityOf(request);
      await confirmByCode(deps, { identity, code: request.body.code, address: request.ip });
      return { user: await viewUser(deps, deps.database, identity.userId) };
    },
  );

  app.post(
    '/auth/confirm-email/link',
    {
      onRequest: knowUser,
      schema: {
        tags,
        summary:
          'Confirm a mail address by the link that was mailed there; with the password where nobody is signed in',
        body: confirmEmailLinkRequest,
        response: { 200: acknowledgement, ...refusals },
      },
    },
    async (request) => {
      const { token, password = null } = request.body;
      const { identity, ip: address } = request;
      const { email } = await confirmByLink(deps, { token, identity, password, address });
      return { message: `${email} is confirmed.` };
    },
  );

  app.post(
    '/auth/confirm-email/resend',
    {
      onRequest: requireUser,
      schema: {
        ...signedIn,
        summary: 'Have a new code and link mailed; those before are void',
        response: { 200: resendReply, ...refusals },
      },
    },
    async (request) => {
      const { email } = await resendConfirmation(deps, { identity: identityOf(request), address: request.ip });
      return { message: `A new code is on its way to ${email}.`, email, againInSeconds: RESEND_AFTER_SECONDS };
    },
  );

  app.delete(
    '/auth/profile/pending-email',
    {
      onRequest: requireUser,
      schema: {
        ...signedIn,
        summary: 'Call a change of the mail address off',
        response: { 200: profileReply, ...refusals },
      },
    },
    async (request) => {
      const identity = identityOf(request);
      await cancelEmailChange(deps, identity);
      return { user: await viewUser(deps, deps.database, identity.userId) };
    },
  );
}

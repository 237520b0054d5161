import { proofRoutes } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import { identityOf } from '../../../platform/http-server.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { factorsOf } from '../factors/factors-store.ts';
import { askAnyPasskey, askPasskeyOfTicket, finishSignIn, signInWithPasskey } from './finish-sign-in.ts';
import { askForPasskey } from '../factors/passkeys.ts';
import { proveOwner, waysToProve } from '../factors/prove-owner.ts';
import { clientOf, sessionReply } from './session-reply.ts';
import { viewUser } from '../record/user-view.ts';

/** Second steps of a sign-in, passkeys alone, and proving anew who one is. */
export function addProofRoutes(app: FastifyInstance, deps: UseCaseDeps): void {
  const reply = sessionReply(deps);
  const serve = serveRoutes(app, { user: deps.identities.requireUser });

  serve(proofRoutes.secondStep, async (request, response) => {
    const started = await finishSignIn(deps, { ...request.body, client: clientOf(request) });
    return { ...(await reply(response, started)), user: await viewUser(deps, deps.database, started.userId) };
  });

  serve(proofRoutes.secondStepPasskey, async (request) => ({
    options: { ...(await askPasskeyOfTicket(deps, { ...request.body, client: clientOf(request) })) },
  }));

  serve(proofRoutes.passkeyOptions, async () => ({ options: { ...(await askAnyPasskey(deps)) } }));

  serve(proofRoutes.signInWithPasskey, async (request, response) => {
    const { credential, remember = false } = request.body;
    const started = await signInWithPasskey(deps, { credential, remember, client: clientOf(request) });
    return { ...(await reply(response, started)), user: await viewUser(deps, deps.database, started.userId) };
  });

  serve(proofRoutes.ways, async (request) => ({ ways: await waysToProve(deps, identityOf(request)) }));

  serve(proofRoutes.prove, async (request) => {
    const { until } = await proveOwner(deps, {
      identity: identityOf(request),
      proof: request.body.proof,
      address: request.ip,
    });
    return { provedUntil: until.toISOString() };
  });

  serve(proofRoutes.provePasskey, async (request) => {
    const { userId, sessionId } = identityOf(request);
    const passkeys = (await factorsOf(deps.database, userId)).filter((factor) => factor.kind === 'passkey');
    return { options: { ...(await askForPasskey(deps, { act: 'prove', whom: sessionId }, passkeys)) } };
  });
}

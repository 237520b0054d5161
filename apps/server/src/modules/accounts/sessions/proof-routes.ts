import {
  ownerProof,
  ownerProofReply,
  passkeyOptions,
  passkeySignIn,
  proofWays,
  secondStep,
  session,
  ticketOnly,
} from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { identityOf, refusals } from '../../../platform/http-server.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { factorsOf } from '../factors/factors-store.ts';
import { askAnyPasskey, askPasskeyOfTicket, finishSignIn, signInWithPasskey } from './finish-sign-in.ts';
import { askForPasskey } from '../factors/passkeys.ts';
import { proveOwner, waysToProve } from '../factors/prove-owner.ts';
import { placeOf, sessionReply } from './session-reply.ts';
import { viewUser } from '../record/user-view.ts';

const tags = ['auth'];

/** Second steps of a sign-in, passkeys alone, and proving anew who one is. */
export function addProofRoutes(server: FastifyInstance, deps: UseCaseDeps): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  const reply = sessionReply(deps);
  const signedIn = { tags, security: [{ bearer: [] }] };
  const onRequest = deps.identities.requireUser;

  app.post(
    '/auth/second-step',
    {
      schema: {
        tags,
        summary: 'Finish a sign-in with a code, a recovery code or a passkey',
        body: secondStep,
        response: { 200: session, ...refusals },
      },
    },
    async (request, response) => {
      const started = await finishSignIn(deps, { ...request.body, place: placeOf(request) });
      return { ...(await reply(response, started)), user: await viewUser(deps, deps.database, started.userId) };
    },
  );

  app.post(
    '/auth/second-step/passkey-options',
    {
      schema: {
        tags,
        summary: 'What the browser asks a passkey for, as a second step',
        body: ticketOnly,
        response: { 200: passkeyOptions, ...refusals },
      },
    },
    async (request) => ({
      options: { ...(await askPasskeyOfTicket(deps, { ...request.body, place: placeOf(request) })) },
    }),
  );

  app.post(
    '/auth/passkey-options',
    {
      schema: {
        tags,
        summary: 'What the browser asks for, to sign in with a passkey alone',
        response: { 200: passkeyOptions, ...refusals },
      },
    },
    async () => ({ options: { ...(await askAnyPasskey(deps)) } }),
  );

  app.post(
    '/auth/passkey',
    {
      schema: {
        tags,
        summary: 'Sign in with a passkey alone',
        body: passkeySignIn,
        response: { 200: session, ...refusals },
      },
    },
    async (request, response) => {
      const { credential, remember = false } = request.body;
      const started = await signInWithPasskey(deps, { credential, remember, place: placeOf(request) });
      return { ...(await reply(response, started)), user: await viewUser(deps, deps.database, started.userId) };
    },
  );

  app.get(
    '/auth/proof',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'What the user may prove themselves by',
        response: { 200: proofWays, ...refusals },
      },
    },
    async (request) => ({ ways: await waysToProve(deps, identityOf(request)) }),
  );

  app.post(
    '/auth/proof',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Prove anew who one is: for ten minutes nothing more is asked of this session',
        body: ownerProof,
        response: { 200: ownerProofReply, ...refusals },
      },
    },
    async (request) => {
      const { until } = await proveOwner(deps, {
        identity: identityOf(request),
        proof: request.body.proof,
        address: request.ip,
      });
      return { provedUntil: until.toISOString() };
    },
  );

  app.post(
    '/auth/proof/passkey-options',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'What the browser asks a passkey for, to prove anew who one is',
        response: { 200: passkeyOptions, ...refusals },
      },
    },
    async (request) => {
      const { userId, sessionId } = identityOf(request);
      const passkeys = (await factorsOf(deps.database, userId)).filter((factor) => factor.kind === 'passkey');
      return { options: { ...(await askForPasskey(deps, { act: 'prove', whom: sessionId }, passkeys)) } };
    },
  );
}

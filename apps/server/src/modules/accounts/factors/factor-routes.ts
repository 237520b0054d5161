import {
  appSetup,
  factorAddedReply,
  factorChange,
  factorReply,
  factorsReply,
  newApp,
  newPasskey,
  passkeyOptions,
  recoveryCodesReply,
} from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { identityOf, refusals } from '../../../platform/http-server.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { addApp, addPasskey, beginApp, beginPasskey, removeFactor, renewRecoveryCodes } from './change-factors.ts';
import { factorNotFound } from './factor-problems.ts';
import { viewFactor } from './factor.ts';
import { factorsOf, recoveryCodesLeft, saveFactorName } from './factors-store.ts';
import { idOf, idParams } from '../../../platform/id-params.ts';
import { requireFreshProof } from './prove-owner.ts';

/** The second factors of a user. All that adds or takes away asks for a fresh proof first. */
export function addFactorRoutes(server: FastifyInstance, deps: UseCaseDeps): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  const signedIn = { tags: ['settings'], security: [{ bearer: [] }] };
  const onRequest = deps.identities.requireUser;
  const proved = [onRequest, async (request: FastifyRequest) => await requireFreshProof(deps, identityOf(request))];
  const asker = (request: FastifyRequest) => ({ identity: identityOf(request), address: request.ip });

  app.get(
    '/settings/factors',
    {
      onRequest,
      schema: { ...signedIn, summary: 'The second factors of the user', response: { 200: factorsReply, ...refusals } },
    },
    async (request) => {
      const { userId } = identityOf(request);
      return {
        factors: (await factorsOf(deps.database, userId)).map(viewFactor),
        recoveryCodesLeft: await recoveryCodesLeft(deps.database, userId),
      };
    },
  );

  app.post(
    '/settings/factors/app-setup',
    {
      onRequest: proved,
      schema: {
        ...signedIn,
        summary: 'A secret for an authenticator app; it counts once its first code came back',
        response: { 200: appSetup, ...refusals },
      },
    },
    async (request) => await beginApp(deps, asker(request)),
  );

  app.post(
    '/settings/factors/apps',
    {
      onRequest: proved,
      schema: {
        ...signedIn,
        summary: 'Add an authenticator app by its first code',
        body: newApp,
        response: { 201: factorAddedReply, ...refusals },
      },
    },
    async (request, response) => {
      const { factor, recoveryCodes } = await addApp(deps, { ...asker(request), app: request.body });
      response.status(201);
      return { factor: viewFactor(factor), recoveryCodes };
    },
  );

  app.post(
    '/settings/factors/passkey-options',
    {
      onRequest: proved,
      schema: {
        ...signedIn,
        summary: 'What the browser makes a passkey of',
        response: { 200: passkeyOptions, ...refusals },
      },
    },
    async (request) => ({ options: { ...(await beginPasskey(deps, asker(request))) } }),
  );

  app.post(
    '/settings/factors/passkeys',
    {
      onRequest: proved,
      schema: {
        ...signedIn,
        summary: 'Add a passkey that the browser has made',
        body: newPasskey,
        response: { 201: factorAddedReply, ...refusals },
      },
    },
    async (request, response) => {
      const { factor, recoveryCodes } = await addPasskey(deps, { ...asker(request), passkey: request.body });
      response.status(201);
      return { factor: viewFactor(factor), recoveryCodes };
    },
  );

  app.patch(
    '/settings/factors/:id',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Give a second factor another name',
        params: idParams,
        body: factorChange,
        response: { 200: factorReply, ...refusals },
      },
    },
    async (request) => {
      const id = idOf(request.params, factorNotFound);
      const { userId } = identityOf(request);
      const factor = await saveFactorName(deps.database, { id, userId, name: request.body.name });
      if (factor === null) throw factorNotFound();
      return { factor: viewFactor(factor) };
    },
  );

  app.delete(
    '/settings/factors/:id',
    {
      onRequest: proved,
      schema: {
        ...signedIn,
        summary: 'Take a second factor away; with the last one go the recovery codes',
        params: idParams,
        response: { 200: factorReply, ...refusals },
      },
    },
    async (request) => {
      const id = idOf(request.params, factorNotFound);
      return { factor: viewFactor(await removeFactor(deps, { ...asker(request), id })) };
    },
  );

  app.post(
    '/settings/factors/recovery-codes',
    {
      onRequest: proved,
      schema: {
        ...signedIn,
        summary: 'Ten new recovery codes, shown this once; the ones before count no more',
        response: { 200: recoveryCodesReply, ...refusals },
      },
    },
    async (request) => ({ recoveryCodes: await renewRecoveryCodes(deps, asker(request)) }),
  );
}

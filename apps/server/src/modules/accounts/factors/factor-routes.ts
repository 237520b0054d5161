import { factorRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTransaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { identityOf } from '../../../platform/http-server.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { addApp, addPasskey, beginApp, beginPasskey, removeFactor, renewRecoveryCodes } from './change-factors.ts';
import { factorNotFound } from './factor-problems.ts';
import { viewFactor } from './factor.ts';
import { factorsOf, recoveryCodesLeft, saveFactorName } from './factors-store.ts';
import { idOf } from '../../../platform/id-params.ts';
import { serveRoutes } from '../../../platform/serve-routes.ts';
import { requireFreshProof } from './prove-owner.ts';

/** The second factors of a user. All that adds or takes away asks for a fresh proof first. */
export function addFactorRoutes(app: FastifyInstance, deps: UseCaseDeps): void {
  const { requireUser } = deps.identities;
  const serve = serveRoutes(app, {
    user: requireUser,
    proved_user: [requireUser, async (request) => await requireFreshProof(deps, identityOf(request))],
  });
  const asker = (request: FastifyRequest) => ({ identity: identityOf(request), address: request.ip });

  serve(factorRoutes.list, async (request) => {
    const { userId } = identityOf(request);
    return {
      factors: (await factorsOf(deps.database, userId)).map(viewFactor),
      recoveryCodesLeft: await recoveryCodesLeft(deps.database, userId),
    };
  });

  serve(factorRoutes.setUpApp, async (request) => await beginApp(deps, asker(request)));

  serve(factorRoutes.addApp, async (request) => {
    const { factor, recoveryCodes } = await addApp(deps, { ...asker(request), app: request.body });
    return { factor: viewFactor(factor), recoveryCodes };
  });

  serve(factorRoutes.passkeyOptions, async (request) => ({
    options: { ...(await beginPasskey(deps, asker(request))) },
  }));

  serve(factorRoutes.addPasskey, async (request) => {
    const { factor, recoveryCodes } = await addPasskey(deps, { ...asker(request), passkey: request.body });
    return { factor: viewFactor(factor), recoveryCodes };
  });

  serve(factorRoutes.rename, async (request) => {
    const id = idOf(request.params, factorNotFound);
    const { userId, accountId } = identityOf(request);
    return await inTransaction(deps.database, async (tx) => {
      const factor = await saveFactorName(tx, { id, userId, name: request.body.name });
      if (factor === null) throw factorNotFound();
      await publish(tx, { type: 'user.changed', accountId, subjectId: userId });
      return { factor: viewFactor(factor) };
    });
  });

  serve(factorRoutes.remove, async (request) => {
    const id = idOf(request.params, factorNotFound);
    return { factor: viewFactor(await removeFactor(deps, { ...asker(request), id })) };
  });

  serve(factorRoutes.renewRecoveryCodes, async (request) => ({
    recoveryCodes: await renewRecoveryCodes(deps, asker(request)),
  }));
}

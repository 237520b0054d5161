import { type PushDevice, pushRoutes } from '@farline/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Identity, identityOf } from '../../platform/http-server.ts';
import { idOf } from '../../platform/id-params.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import { describeDevice, keptUserAgent, runningSessions } from '../accounts/index.ts';
import { addBrowser, type AddDeps } from './add-browser.ts';
import { pushDeviceNotFound, toldCallNotFound } from './push-problems.ts';
import { deleteOfUser, subscriptionsOf } from './push-store.ts';
import { declineByProof } from './told-calls.ts';
import type { VapidKeys } from './vapid-keys.ts';

export type PushRouteDeps = AddDeps & {
  keys: () => Promise<VapidKeys>;
  requireUser: (request: FastifyRequest) => Promise<void>;
};

/** The browsers in which somebody is told of things while no page is open. */
export function addPushRoutes(app: FastifyInstance, deps: PushRouteDeps): void {
  const serve = serveRoutes(app, { user: deps.requireUser });

  serve(pushRoutes.list, async (request) => ({
    publicKey: (await deps.keys()).publicKey,
    devices: await devicesOf(deps, identityOf(request)),
  }));

  serve(pushRoutes.add, async (request) => {
    const { endpoint, keys } = request.body;
    const identity = identityOf(request);
    const userAgent = keptUserAgent(request.headers['user-agent']);
    await addBrowser(deps, { identity, endpoint, ...keys, userAgent });
    const device = (await devicesOf(deps, identity)).find(({ isCurrent }) => isCurrent);
    // Taken away again, or signed out, in this very moment.
    if (device === undefined) throw pushDeviceNotFound();
    return { device };
  });

  serve(pushRoutes.decline, async (request) => {
    if (!(await declineByProof(deps, request.body.token))) throw toldCallNotFound();
    return { declined: true as const };
  });

  serve(pushRoutes.remove, async (request) => {
    const identity = identityOf(request);
    const id = idOf(request.params, pushDeviceNotFound);
    if (!(await deleteOfUser(deps.database, { id, userId: identity.userId }))) throw pushDeviceNotFound();
    return { devices: await devicesOf(deps, identity) };
  });
}

/** The browsers of a user whose sign-in still runs: the one that asks first. */
async function devicesOf(
  { database, clock }: Pick<PushRouteDeps, 'database' | 'clock'>,
  { userId, sessionId: own }: Identity,
): Promise<PushDevice[]> {
  const found = await subscriptionsOf(database, userId);
  const sessionIds = found.map(({ sessionId }) => sessionId);
  const running = await runningSessions(database, { sessionIds, now: clock.now() });
  const devices = found
    .filter(({ sessionId }) => running.has(sessionId))
    .map(({ id, userAgent, addedAt, lastSentAt, sessionId }) => ({
      id,
      device: describeDevice(userAgent),
      addedAt: addedAt.toISOString(),
      lastSentAt: lastSentAt?.toISOString() ?? null,
      isCurrent: sessionId === own,
    }));
  return [...devices.filter(({ isCurrent }) => isCurrent), ...devices.filter(({ isCurrent }) => !isCurrent)];
}

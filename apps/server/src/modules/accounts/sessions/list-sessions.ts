import type { SignedInSession } from '@farline/contracts';
import type { Identity } from '../../../platform/http-server.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { describeDevice } from './device.ts';
import { sessionsOfUser } from '../record/sessions-list-store.ts';

/** Where a user is signed in: the session that asks first, then the last seen. */
export async function listSessions(
  deps: Pick<UseCaseDeps, 'database' | 'clock'>,
  identity: Pick<Identity, 'userId' | 'sessionId'>,
): Promise<SignedInSession[]> {
  const found = await sessionsOfUser(deps.database, identity.userId, deps.clock.now());
  const sessions = found.map(({ id, userAgent, address, startedAt, lastSeenAt, isRemembered }) => ({
    id,
    device: describeDevice(userAgent),
    address,
    startedAt: startedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === identity.sessionId,
    isRemembered,
  }));
  return [...sessions.filter((one) => one.isCurrent), ...sessions.filter((one) => !one.isCurrent)];
}

import { inTransaction, type Transaction } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import type { Identity } from '../../../platform/http-server.ts';
import { notFound } from '../../../platform/problems.ts';
import type { UseCaseDeps } from '../record/accounts-deps.ts';
import { recordAuditEvent } from '../record/audit-store.ts';
import { endSessionOfUser } from '../record/sessions-list-store.ts';
import { endSessionsOfUser } from '../record/sessions-store.ts';

type EndDeps = Pick<UseCaseDeps, 'database' | 'clock' | 'identities'>;
type Request = { identity: Identity; address: string };

/** Signs one of the user's browsers out, at once. Refuses a session that is not theirs, or has ended. */
export async function endOneSession(deps: EndDeps, request: Request & { sessionId: string }): Promise<void> {
  const { identity, sessionId, address } = request;
  const at = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const ended = await endSessionOfUser(tx, { sessionId, userId: identity.userId, at });
    if (!ended) throw notFound('The session');
    await record(tx, { identity, address, at, ended: [sessionId] });
    await tell(tx, identity);
  });
  deps.identities.forget([sessionId]);
}

/** Signs every other browser of the user out, at once. Gives how many there were. */
export async function endOtherSessions(deps: EndDeps, request: Request): Promise<number> {
  const { identity, address } = request;
  const at = deps.clock.now();
  const ended = await inTransaction(deps.database, async (tx) => {
    const { userId, sessionId } = identity;
    const others = await endSessionsOfUser(tx, { userId, except: sessionId, at, because: 'signed_out' });
    if (others.length === 0) return others;
    await record(tx, { identity, address, at, ended: others });
    await tell(tx, identity);
    return others;
  });
  deps.identities.forget(ended);
  return ended.length;
}

/** Nobody shows it: open pages of the account are looked at with each event, and those of ended sessions are closed. */
async function tell(tx: Transaction, identity: Identity): Promise<void> {
  await publish(tx, { type: 'session.ended', accountId: identity.accountId, subjectId: identity.userId });
}

async function record(
  tx: Transaction,
  { identity, address, at, ended }: Request & { at: Date; ended: string[] },
): Promise<void> {
  await recordAuditEvent(tx, {
    at,
    actor: `user:${identity.userId}`,
    action: 'user.sessions_ended',
    accountId: identity.accountId,
    subject: identity.userId,
    address,
    after: { endedSessions: ended },
  });
}

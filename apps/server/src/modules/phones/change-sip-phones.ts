import { SIP_PHONE_LIMITS, type SipRegistrar } from '@farline/contracts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import type { Identity } from '../../platform/http-server.ts';
import { newId } from '../../platform/ids.ts';
import { notFound, Problem } from '../../platform/problems.ts';
import { lockUser, recordAuditEvent } from '../accounts/index.ts';
import { ha1Of, newSipPassword, newSipUsername, type SipPhone } from './sip-phone.ts';
import { deleteSipPhone, insertSipPhone, sipPhonesOf } from './sip-phones-store.ts';

type Deps = { database: Database; clock: Clock; sipRegistrar: SipRegistrar };
type Request = { identity: Identity; address: string };

const MOST_TRIES = 5;

export const sipPhoneNotFound = () => notFound('The SIP phone');
const tooManySipPhones = () =>
  new Problem('too_many_sip_phones', 409, `You have ${SIP_PHONE_LIMITS.phones} SIP phones: remove one first.`);

/**
 * Makes credentials for a phone, and tells their user. The password is in this answer and nowhere else: only its HA1 is
 * kept.
 */
export async function addSipPhone(
  deps: Deps,
  request: Request & { name: string },
): Promise<{ phone: SipPhone; password: string }> {
  const { userId, accountId } = request.identity;
  const at = deps.clock.now();
  const realm = deps.sipRegistrar.domain;
  return await inTransaction(deps.database, async (tx) => {
    // One after the other, so that two at once do not pass the bound.
    await lockUser(tx, userId);
    if ((await sipPhonesOf(tx, userId)).length >= SIP_PHONE_LIMITS.phones) throw tooManySipPhones();
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const [username, password] = [newSipUsername(), newSipPassword()];
      const ha1 = ha1Of({ username, realm, password });
      const phone = { id: newId(at), userId, accountId, name: request.name, username, realm, ha1, createdAt: at };
      if (!(await insertSipPhone(tx, phone))) continue;
      await record(tx, { ...request, at, action: 'sip_phone.added', phone });
      const payload = { phoneId: phone.id, name: phone.name, address: request.address };
      await publish(tx, { type: 'user.sip_phone_added', accountId, subjectId: userId, payload });
      return { phone, password };
    }
    throw new Error(`no free SIP user name after ${MOST_TRIES} tries`);
  });
}

/** Takes a phone's credentials away: it cannot register any more. Refuses a phone that is not the user's. */
export async function removeSipPhone(deps: Deps, request: Request & { id: string }): Promise<SipPhone> {
  const at = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const phone = await deleteSipPhone(tx, { id: request.id, userId: request.identity.userId });
    if (phone === null) throw sipPhoneNotFound();
    await record(tx, { ...request, at, action: 'sip_phone.removed', phone });
    return phone;
  });
}

async function record(tx: Transaction, act: Request & { at: Date; action: string; phone: SipPhone }): Promise<void> {
  const { identity, address, at, action, phone } = act;
  await recordAuditEvent(tx, {
    at,
    actor: `user:${identity.userId}`,
    action,
    accountId: identity.accountId,
    subject: phone.id,
    address,
    after: { name: phone.name, username: phone.username },
  });
}

import { type SipPhone as SipPhoneReply, sipPhoneRoutes, type SipRegistrar } from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { identityOf } from '../../platform/http-server.ts';
import { addSipPhone, removeSipPhone, sipPhoneNotFound } from './change-sip-phones.ts';
import { idOf } from '../../platform/id-params.ts';
import { serveRoutes } from '../../platform/serve-routes.ts';
import type { Accounts } from '../accounts/index.ts';
import type { SipPhone } from './sip-phone.ts';
import { saveSipPhoneName, sipPhonesOf } from './sip-phones-store.ts';

/** What SIP phones need, passed in by `app.ts`. */
export type PhonesDeps = {
  database: Database;
  clock: Clock;
  accounts: Pick<Accounts, 'requireUser' | 'requireProof' | 'confirmOwner'>;
  /** Where SIP phones register; without transports nowhere. */
  sipRegistrar: SipRegistrar;
  /** Which of these phones, by user name, are registered now; null when the engine does not tell. Never throws. */
  registeredPhones: (usernames: string[]) => Promise<ReadonlySet<string> | null>;
};

/** Credentials of desk phones and softphone apps. */
export function addSipPhoneRoutes(app: FastifyInstance, deps: PhonesDeps): void {
  const serve = serveRoutes(app, { user: deps.accounts.requireUser });
  const registrar = deps.sipRegistrar;

  serve(sipPhoneRoutes.list, async (request) => {
    const phones = await sipPhonesOf(deps.database, identityOf(request).userId);
    const registered = await deps.registeredPhones(phones.map((phone) => phone.username));
    return { phones: phones.map((phone) => view(phone, registered?.has(phone.username) ?? null)), registrar };
  });

  serve(sipPhoneRoutes.add, async (request, response) => {
    const { name, password } = request.body;
    const identity = identityOf(request);
    // Whoever gives no password is asked for a proof by the page.
    if (password === undefined) await deps.accounts.requireProof(request);
    else await deps.accounts.confirmOwner({ identity, password });
    const made = await addSipPhone(deps, { identity, address: request.ip, name });
    response.header('cache-control', 'no-store');
    return { phone: view(made.phone), password: made.password, registrar };
  });

  serve(sipPhoneRoutes.rename, async (request) => {
    const id = idOf(request.params, sipPhoneNotFound);
    const { userId } = identityOf(request);
    const phone = await saveSipPhoneName(deps.database, { id, userId, name: request.body.name });
    if (phone === null) throw sipPhoneNotFound();
    return { phone: view(phone) };
  });

  serve(sipPhoneRoutes.remove, async (request) => {
    const id = idOf(request.params, sipPhoneNotFound);
    const phone = await removeSipPhone(deps, { identity: identityOf(request), address: request.ip, id });
    return { phone: view(phone) };
  });
}

const view = ({ id, name, username, createdAt }: SipPhone, isRegistered: boolean | null = null): SipPhoneReply => ({
  id,
  name,
  username,
  createdAt: createdAt.toISOString(),
  isRegistered,
});

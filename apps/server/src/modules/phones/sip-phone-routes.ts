import {
  newSipPhone,
  newSipPhoneReply,
  type SipPhone as SipPhoneReply,
  type SipRegistrar,
  sipPhoneChange,
  sipPhoneReply,
  sipPhonesReply,
} from '@farline/contracts';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { NEW_SIP_PHONE_LIMIT } from '../../platform/account-limit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { identityOf, refusals } from '../../platform/http-server.ts';
import { addSipPhone, removeSipPhone, sipPhoneNotFound } from './change-sip-phones.ts';
import { idOf, idParams } from '../../platform/id-params.ts';
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
export function addSipPhoneRoutes(server: FastifyInstance, deps: PhonesDeps): void {
  const app = server.withTypeProvider<ZodTypeProvider>();
  const signedIn = { tags: ['settings'], security: [{ bearer: [] }] };
  const onRequest = deps.accounts.requireUser;
  const registrar = deps.sipRegistrar;

  app.get(
    '/settings/sip-phones',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'The SIP phones of the user, and where they register',
        response: { 200: sipPhonesReply, ...refusals },
      },
    },
    async (request) => {
      const phones = await sipPhonesOf(deps.database, identityOf(request).userId);
      const registered = await deps.registeredPhones(phones.map((phone) => phone.username));
      return { phones: phones.map((phone) => view(phone, registered?.has(phone.username) ?? null)), registrar };
    },
  );

  app.post(
    '/settings/sip-phones',
    {
      onRequest,
      config: { perAccount: NEW_SIP_PHONE_LIMIT, confirmedOnly: true },
      schema: {
        ...signedIn,
        summary: 'Make credentials for a SIP phone; the password is shown this once',
        body: newSipPhone,
        response: { 201: newSipPhoneReply, ...refusals },
      },
    },
    async (request, response) => {
      const { name, password } = request.body;
      const identity = identityOf(request);
      // Whoever gives no password is asked for a proof by the page.
      if (password === undefined) await deps.accounts.requireProof(request);
      else await deps.accounts.confirmOwner({ identity, password });
      const made = await addSipPhone(deps, { identity, address: request.ip, name });
      response.status(201).header('cache-control', 'no-store');
      return { phone: view(made.phone), password: made.password, registrar };
    },
  );

  app.patch(
    '/settings/sip-phones/:id',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Give a SIP phone another name',
        params: idParams,
        body: sipPhoneChange,
        response: { 200: sipPhoneReply, ...refusals },
      },
    },
    async (request) => {
      const id = idOf(request.params, sipPhoneNotFound);
      const { userId } = identityOf(request);
      const phone = await saveSipPhoneName(deps.database, { id, userId, name: request.body.name });
      if (phone === null) throw sipPhoneNotFound();
      return { phone: view(phone) };
    },
  );

  app.delete(
    '/settings/sip-phones/:id',
    {
      onRequest,
      schema: {
        ...signedIn,
        summary: 'Take a SIP phone away: it cannot register any more',
        params: idParams,
        response: { 200: sipPhoneReply, ...refusals },
      },
    },
    async (request) => {
      const id = idOf(request.params, sipPhoneNotFound);
      const phone = await removeSipPhone(deps, { identity: identityOf(request), address: request.ip, id });
      return { phone: view(phone) };
    },
  );
}

const view = ({ id, name, username, createdAt }: SipPhone, isRegistered: boolean | null = null): SipPhoneReply => ({
  id,
  name,
  username,
  createdAt: createdAt.toISOString(),
  isRegistered,
});

import { appSetup, factorAddedReply, type SecondStepNeeded } from '@farline/contracts';
import type { LightMyRequestResponse } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import type { AuthServer, Sent } from './auth-server.ts';
import { PASSWORD } from './auth-server.ts';

/** An authenticator app as a person has one: it knows the secret, and shows a code for each instant. */
export type AuthenticatorApp = { id: string; codeAt: (at: Date) => string; recoveryCodes: string[] };

/** What a person shows to prove who they are. */
export type Proof = { by: string; code?: string; password?: string; credential?: unknown };

/** Proves anew who has this session, by the password unless something else is said. */
export async function prove(
  server: AuthServer,
  token: string,
  proof: Proof = { by: 'password', password: PASSWORD },
): Promise<LightMyRequestResponse> {
  return await server.call('POST', '/auth/proof', { token, body: { proof } });
}

/** Adds an authenticator app for whoever has proved who they are. Its first code is taken. */
export async function addApp(server: AuthServer, token: string, name = 'Telephone'): Promise<AuthenticatorApp> {
  const { setup, secret } = appSetup.parse(
    (await server.call('POST', '/settings/factors/app-setup', { token })).json(),
  );
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeAt = (at: Date) => totp.generate({ timestamp: at.getTime() });
  const body = { name, setup, code: codeAt(server.clock.now()) };
  const reply = await server.call('POST', '/settings/factors/apps', { token, body });
  if (reply.statusCode !== 201) throw new Error(`no app was added: ${reply.body}`);
  const { factor, recoveryCodes } = factorAddedReply.parse(reply.json());
  return { id: factor.id, codeAt, recoveryCodes: recoveryCodes ?? [] };
}

/** A new customer with an authenticator app, a step after its first code. */
export async function aCustomerWithApp(server: AuthServer) {
  const customer = await server.aCustomer();
  await prove(server, customer.token);
  const app = await addApp(server, customer.token);
  server.clock.pass(30_000);
  return { ...customer, app, code: () => app.codeAt(server.clock.now()) };
}

/** The ticket that the right password brings. */
export async function ticketOf(server: AuthServer, email: string, sent: Sent = {}): Promise<string> {
  const reply = await server.signIn(email, PASSWORD, sent);
  if (reply.statusCode !== 403) throw new Error(`no second step: ${reply.body}`);
  return reply.json<SecondStepNeeded>().ticket;
}

/** Takes the second step of a sign-in. */
export async function secondStep(
  server: AuthServer,
  ticket: string,
  proof: Proof,
  sent: Sent = {},
): Promise<LightMyRequestResponse> {
  return await server.call('POST', '/auth/second-step', { ...sent, body: { ticket, proof } });
}

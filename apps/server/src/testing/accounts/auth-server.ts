import { randomInt } from 'node:crypto';
import { micros } from '@farline/contracts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Database } from '../../platform/database.ts';
import { addAccountRateLimits } from '../../platform/rate-limits/account-rate-limits.ts';
import { createHttpServer } from '../../platform/http-server.ts';
import { createLog } from '../../platform/log.ts';
import type { ExportPart } from '../../platform/server-module.ts';
import { confirmSignUp } from '../confirm-sign-up.ts';
import { type Accounts, type AccountsDeps, createAccounts } from '../../modules/accounts/index.ts';
import type { Mail } from '../../platform/outgoing/mail.ts';
import { countForwards } from '../../modules/numbers/index.ts';
import { countSipPhones, createPhones } from '../../modules/phones/index.ts';
import { whenOver } from '../when-over.ts';

export const PASSWORD = 'Correct-Horse-7';
const TOKEN_SECRET = 'a secret of the tests, longer than 32 characters';

export type AuthServer = {
  app: FastifyInstance;
  accounts: Accounts;
  clock: { now: () => Date; pass: (ms: number) => void };
  mails: Mail[];
  /** Mails that were kept back. */
  dropped: Parameters<AccountsDeps['mailDropped']>[0][];
  /** While set, no mail goes out. */
  mailFault: { error: Error | null };
  logged: string[];
  call: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, sent?: Sent) => Promise<LightMyRequestResponse>;
  /** Signs a new customer up, from an address of their own; their mail address is confirmed unless told otherwise. */
  aCustomer: (options?: { email?: string; phone?: string; isConfirmed?: boolean }) => Promise<SignedUp>;
  signIn: (email: string, password?: string, sent?: Sent & { remember?: boolean }) => Promise<LightMyRequestResponse>;
  /** What the newest mail to an address, just sent, proves it with. */
  proofsFor: (email: string) => Promise<{ code: string; token: string }>;
  runTick: (name: string) => Promise<void>;
};
export type Sent = { body?: unknown; token?: string; cookie?: string; address?: string; userAgent?: string };
export type SignedUp = { email: string; token: string; cookie: string; userId: string; accountId: string };

/** The /auth routes as the product serves them, on a test's database, clock and post office. */
export async function authServer(
  database: Database,
  options: { publicUrl?: string; rateLimitsPerAddress?: boolean; startAt?: Date } & Partial<
    Pick<AccountsDeps, 'endCallsOf'>
  > & { exportParts?: ExportPart[] } = {},
): Promise<AuthServer> {
  let nowMs = (options.startAt ?? new Date()).getTime();
  const clock = { now: () => new Date(nowMs), pass: (ms: number) => void (nowMs += ms) };
  const logged: string[] = [];
  const log = createLog('trace', { write: (line: string) => void logged.push(line) });
  const mails: Mail[] = [];
  const dropped: AuthServer['dropped'] = [];
  const mailFault: { error: Error | null } = { error: null };
  const accounts = createAccounts({
    database,
    clock,
    log,
    allocateNumber: async () => `+999${randomInt(1_000_000_000)}`,
    numbersOf: async () => ['+999000000001'],
    mailDropped: (mail) => void dropped.push(mail),
    sendMail: async (mail) => {
      if (mailFault.error !== null) throw mailFault.error;
      mails.push(mail);
    },
    endCallsOf: options.endCallsOf ?? (async () => 0),
    exportParts: () => [...phones.exports, ...(options.exportParts ?? [])],
    ...{ countSipPhones, countForwards, voicemailSound: async () => null, transcriptOf: async () => null },
    settings: {
      tokenSecret: TOKEN_SECRET,
      publicUrl: options.publicUrl ?? 'http://localhost:4001',
      trialCreditMicros: micros(2_000_000n),
      currency: 'USD',
      rateTable: 'sample',
      rateLimitsPerAddress: options.rateLimitsPerAddress ?? true,
    },
  });
  const phones = createPhones({
    ...{ database, clock, log, accounts },
    ...{ pushToPhones: { wake: async () => 'refused' }, registeredPhones: async () => null },
    sipRegistrar: {
      domain: 'farline.test',
      host: 'phones.farline.test',
      transports: [{ transport: 'udp', port: 5060 }],
    },
  });
  const app = await createHttpServer({ log, allowedOrigins: ['http://localhost:4001'], trustProxy: false });
  addAccountRateLimits(app, { database, clock });
  accounts.guardConfirmedOnly(app);
  await app.register(
    async (api) => {
      await api.register(accounts.routes);
      await api.register(phones.routes);
    },
    { prefix: '/api/v1' },
  );
  whenOver(() => app.close());

  const call: AuthServer['call'] = (method, path, sent = {}) =>
    app.inject({
      method,
      url: `/api/v1${path}`,
      remoteAddress: sent.address ?? anAddress(),
      headers: {
        ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
        ...(sent.cookie === undefined ? {} : { cookie: `farline_refresh=${sent.cookie}` }),
        ...(sent.userAgent === undefined ? {} : { 'user-agent': sent.userAgent }),
      },
      ...(sent.body === undefined ? {} : { payload: sent.body as object }),
    });

  const runTick: AuthServer['runTick'] = async (name) => {
    await accounts.ticks.find((tick) => tick.name === name)?.run();
  };

  return {
    app,
    accounts,
    clock,
    mails,
    dropped,
    mailFault,
    logged,
    call,
    aCustomer: async ({ email = anEmail(), phone, isConfirmed = true } = {}) => {
      const body = { firstName: 'Ada', lastName: 'Byron', email, phone, password: PASSWORD };
      const reply = await call('POST', '/auth/register', { body });
      if (reply.statusCode !== 201) throw new Error(`sign-up failed: ${reply.body}`);
      const { token, user } = reply.json<{ token: string; user: { id: string; accountId: string } }>();
      if (isConfirmed) await confirmSignUp(database, user.id, { at: clock.now() });
      return { email, token, cookie: refreshCookie(reply).value, userId: user.id, accountId: user.accountId };
    },
    signIn: (email, password = PASSWORD, { remember, ...sent } = {}) =>
      call('POST', '/auth/login', { ...sent, body: { email, password, remember } }),
    proofsFor: async (email) => {
      await runTick('send mails');
      const text = mails.findLast((mail) => mail.to === email && mail.text.includes('/confirm-email?'))?.text ?? '';
      return {
        code: /\b\d{6}\b/.exec(text)?.[0] ?? `no code in: ${text}`,
        token: /confirm-email\?token=(\S+)/.exec(text)?.[1] ?? `no link in: ${text}`,
      };
    },
    runTick,
  };
}

/** An address of the documentation's network (RFC 3849), a /64 of its own. */
export function anAddress(): string {
  const group = () => randomInt(0x10000).toString(16);
  return `2001:db8:${group()}:${group()}::1`;
}

export function anEmail(): string {
  return `customer-${randomInt(2 ** 40)}@example.com`;
}

/** The refresh cookie that an answer sets, with its attributes. */
export function refreshCookie(reply: LightMyRequestResponse) {
  const cookie = reply.cookies.find((one) => one.name.endsWith('farline_refresh'));
  if (cookie === undefined) throw new Error(`no refresh cookie in ${reply.body}`);
  return cookie;
}

/** Sets another password by the link that is mailed for it. */
export async function resetPassword(server: AuthServer, email: string, newPassword: string): Promise<void> {
  await server.call('POST', '/auth/forgot-password', { body: { email } });
  await server.runTick('send mails');
  const texts = server.mails.filter((mail) => mail.to === email).map((mail) => mail.text);
  const token = /reset-password\?token=(\S+)/.exec(texts.join('\n'))?.[1];
  await server.call('POST', '/auth/reset-password', { body: { token, newPassword } });
}

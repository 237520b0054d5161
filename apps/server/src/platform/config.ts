import { createHmac } from 'node:crypto';
import { bucketIsWhole, bucketOf, bucketVariables } from '@farline/object-storage';
import { z } from 'zod';
import { isLoopback, LOOPBACK_HOSTS } from './loopback.ts';
import {
  amount,
  carriers,
  carrierUrl,
  hostPort,
  iceServers,
  list,
  mailServerUrl,
  origins,
  onOff,
  pageOrigins,
  pagesUrl,
  proxies,
  sipTransports,
  taxRules,
  trunks,
  usualLimits,
  whole,
} from './settings/setting-values.ts';
import { numberProviderOf, numberProviderVariables, providerIsWhole } from './settings/number-provider.ts';
import { keyHasService, transcriptionOf, transcriptionVariables } from './settings/transcription.ts';

/** A setting that is missing or makes no sense: the program ends with this sentence. */
export class ConfigError extends Error {}

export type HostPort = { host: string; port: number };

const environment = z.object({
  DATABASE_URL: z.string({ error: 'is missing: the address of a PostgreSQL database' }),
  FARLINE_ROLES: list
    .pipe(z.array(z.enum(['api', 'call-control', 'worker'])).min(1, 'names no role'))
    .default(['api', 'call-control', 'worker']),
  FARLINE_SERVER_NAME: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,32}$/)
    .default(`server-${process.pid}`),
  FARLINE_PORT: z.coerce.number().int().min(0).max(65_535).default(4001),
  FARLINE_LISTEN: list.default(['127.0.0.1', '::1']),
  FARLINE_PUBLIC_URL: pagesUrl.default('http://localhost:4001'),
  FARLINE_ALLOWED_ORIGINS: pageOrigins.default([]),
  FARLINE_FLOOD_EXCEPTIONS: list.default([]),
  FARLINE_TRUST_PROXY: proxies.default(false),
  FARLINE_DATA_DIR: z.string().default('data'),
  FARLINE_KEEP_FREE_MB: z.coerce.number().int().min(0).default(256),
  FARLINE_WEB_ROOT: z.string().optional(),
  FARLINE_TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters'),
  FARLINE_SIP_SECRET: z.string().min(32, 'must have at least 32 characters'),
  FARLINE_SIP_REALM: z.string().default('farline.local'),
  FARLINE_WS_PORT: z.coerce.number().int().default(4002),
  FARLINE_WS_URL: z.url().optional(),
  FARLINE_SIP_PHONES: sipTransports.default([]),
  FARLINE_SIP_PHONE_HOST: z.string().optional(),
  FARLINE_ICE_SERVERS: iceServers.default([]),
  FARLINE_EVAPI: hostPort.default({ host: '127.0.0.1', port: 4003 }),
  FARLINE_KAMAILIO_RPC: z.url().default('http://127.0.0.1:4004/rpc'),
  FARLINE_RTPENGINE: hostPort.default({ host: '127.0.0.1', port: 4005 }),
  FARLINE_CALL_BRIDGE: z.url().optional(),
  FARLINE_CALL_BRIDGE_SECRET: z.string().optional(),
  FARLINE_SANDBOX_TRUNKS: trunks.default([]),
  FARLINE_SANDBOX_MESSAGES: carrierUrl('sandbox').optional(),
  FARLINE_MESSAGE_CARRIERS: carriers.default([]),
  FARLINE_TRIAL_CREDIT: amount.default('2.00'),
  FARLINE_ACCOUNT_LIMITS: usualLimits.default([]),
  FARLINE_SIGN_IN_LIMITS: usualLimits.default([]),
  FARLINE_RATE_LIMITS: onOff.default(true),
  FARLINE_OVERLOAD_WAIT_MS: whole(50),
  FARLINE_FIRST_STRETCH_SECONDS: whole(150, 1),
  FARLINE_STRETCH_AHEAD_SECONDS: whole(75),
  FARLINE_WARNING_SECONDS: whole(60),
  FARLINE_FIRST_SIGN_MS: whole(4000, 1),
  FARLINE_TRYING_MS: whole(15_000, 1),
  FARLINE_RINGING_MS: whole(60_000, 1),
  FARLINE_BOTH_SILENT_SECONDS: whole(30),
  FARLINE_ONE_SILENT_SECONDS: whole(600),
  FARLINE_CLOSED_SILENT_SECONDS: whole(15),
  FARLINE_FREE_SILENT_SECONDS: whole(60),
  FARLINE_FORGIVEN_A_DAY: amount.default('0.50'),
  FARLINE_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  FARLINE_DATABASE_POOL: z.coerce.number().int().min(2).max(100).default(10),
  FARLINE_PAYMENTS: z.enum(['sandbox', 'stripe', 'off']).optional(),
  FARLINE_SANDBOX_PAYMENTS_URL: z.url().default('http://127.0.0.1:4009'),
  FARLINE_SANDBOX_PAYMENTS_KEY: z.string().optional(),
  FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: z.url().optional(),
  FARLINE_SELLER_NAME: z.string().min(1).max(120).optional(),
  FARLINE_SELLER_ADDRESS: z.string().max(500).default(''),
  FARLINE_SELLER_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two letters such as DE')
    .optional(),
  FARLINE_SELLER_TAX_ID: z.string().max(40).optional(),
  FARLINE_SELLER_EMAIL: z.email().max(254).optional(),
  FARLINE_RECEIPT_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  FARLINE_TAX: taxRules.default([]),
  FARLINE_TAX_POINT: z.enum(['use', 'payment']).default('use'),
  FARLINE_PUSH_SERVICES: origins.default([]),
  ...transcriptionVariables,
  ...bucketVariables,
  ...numberProviderVariables,
  SMTP_URL: mailServerUrl.optional(),
  FARLINE_MAIL_FROM: z.string().default('Farline <no-reply@localhost>'),
});
/** All that the server is told by its environment. */
export const SETTING_NAMES: readonly string[] = Object.keys(environment.shape);

const checkedEnvironment = environment
  .superRefine(keyHasService)
  .superRefine(bucketIsWhole)
  .superRefine(providerIsWhole);

export type Config = ReturnType<typeof readConfig>;

const carriersOf = (e: z.output<typeof environment>) => ({
  sandboxTrunks: e.FARLINE_SANDBOX_TRUNKS,
  /** The message centre of the sandbox; null: there is none. */
  sandboxBind: e.FARLINE_SANDBOX_MESSAGES ?? null,
  /** Real carriers of messages, in the order in which they are tried. */
  messageCarriers: e.FARLINE_MESSAGE_CARRIERS,
  /** Who has numbers for rent beside those of the catalogue; null: nobody. */
  numberProvider: numberProviderOf(e),
});

/** All settings, from the environment; the only reader of it. Throws ConfigError with every wrong setting named. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = checkedEnvironment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'));
  }
  const e = parsed.data;
  const publicUrl = e.FARLINE_PUBLIC_URL;
  return {
    databaseUrl: e.DATABASE_URL,
    databasePool: e.FARLINE_DATABASE_POOL,
    roles: new Set(e.FARLINE_ROLES),
    serverName: e.FARLINE_SERVER_NAME,
    port: e.FARLINE_PORT,
    listen: e.FARLINE_LISTEN,
    publicUrl,
    floodExceptions: e.FARLINE_FLOOD_EXCEPTIONS,
    allowedOrigins: [publicUrl, ...localOrigins(publicUrl), ...e.FARLINE_ALLOWED_ORIGINS],
    trustProxy: e.FARLINE_TRUST_PROXY,
    ...filesOf(e),
    webRoot: e.FARLINE_WEB_ROOT ?? null,
    tokenSecret: e.FARLINE_TOKEN_SECRET,
    sip: {
      secret: e.FARLINE_SIP_SECRET,
      realm: e.FARLINE_SIP_REALM,
      websocketPort: e.FARLINE_WS_PORT,
      websocketUrl: e.FARLINE_WS_URL ?? null,
      iceServers: e.FARLINE_ICE_SERVERS,
    },
    /** Where SIP phones register; without transports they cannot. */
    sipPhones: {
      domain: e.FARLINE_SIP_REALM,
      host: e.FARLINE_SIP_PHONE_HOST ?? new URL(publicUrl).hostname,
      transports: e.FARLINE_SIP_PHONES,
    },
    evapi: e.FARLINE_EVAPI,
    kamailioRpc: e.FARLINE_KAMAILIO_RPC,
    rtpengine: e.FARLINE_RTPENGINE,
    /** What joins transferred calls; null: calls cannot be transferred. */
    callBridge:
      e.FARLINE_CALL_BRIDGE === undefined || e.FARLINE_CALL_BRIDGE_SECRET === undefined
        ? null
        : { url: e.FARLINE_CALL_BRIDGE.replace(/\/+$/, ''), secret: e.FARLINE_CALL_BRIDGE_SECRET },
    ...carriersOf(e),
    trialCredit: e.FARLINE_TRIAL_CREDIT,
    ...boundsOfWork(e),
    /** As written; a limit that is not named is the usual one. */
    spendingLimits: {
      account: new Map(e.FARLINE_ACCOUNT_LIMITS),
      signIn: new Map(e.FARLINE_SIGN_IN_LIMITS),
    },
    stretch: {
      firstSeconds: e.FARLINE_FIRST_STRETCH_SECONDS,
      aheadSeconds: e.FARLINE_STRETCH_AHEAD_SECONDS,
      warningSeconds: e.FARLINE_WARNING_SECONDS,
    },
    silence: {
      bothSilentSeconds: e.FARLINE_BOTH_SILENT_SECONDS,
      oneSilentSeconds: e.FARLINE_ONE_SILENT_SECONDS,
      closedSilentSeconds: e.FARLINE_CLOSED_SILENT_SECONDS,
      freeSilentSeconds: e.FARLINE_FREE_SILENT_SECONDS,
    },
    ringing: { firstSignMs: e.FARLINE_FIRST_SIGN_MS, tryingMs: e.FARLINE_TRYING_MS, ringingMs: e.FARLINE_RINGING_MS },
    forgivenADay: e.FARLINE_FORGIVEN_A_DAY,
    logLevel: e.FARLINE_LOG_LEVEL,
    payments: paymentsOf(e),
    invoices: invoiceSettingsOf(e),
    /** 32 bytes. Without a key of its own it follows from the token secret, and changes with it. */
    receiptSecret:
      e.FARLINE_RECEIPT_KEY === undefined
        ? createHmac('sha256', e.FARLINE_TOKEN_SECRET).update('receipt-key').digest()
        : Buffer.from(e.FARLINE_RECEIPT_KEY, 'base64url'),
    ...messengersOf(e),
    /** Local pages (captured mail) are shown only while nobody but this machine can reach the server. */
    loopbackOnly: e.FARLINE_LISTEN.every(isLoopback),
    /** A front end that is being made runs at a port of its own; behind a proxy nobody is a neighbour. */
    allowsLoopback: e.FARLINE_LISTEN.every(isLoopback) && localOrigins(publicUrl).length > 0,
  };
}

const boundsOfWork = (e: z.output<typeof environment>) => ({
  rateLimits: e.FARLINE_RATE_LIMITS,
  /** How long work may wait for its turn before some is refused; 0: for ever. */
  overloadWaitMs: e.FARLINE_OVERLOAD_WAIT_MS,
});

const filesOf = (e: z.output<typeof environment>) => ({
  dataFolder: e.FARLINE_DATA_DIR,
  /** With less room than this on the disk, what people send is not kept. */
  keepFreeBytes: e.FARLINE_KEEP_FREE_MB * 1024 * 1024,
  /** Where sound is kept for good; null: in the data folder. */
  bucket: bucketOf(e),
});

const messengersOf = (e: z.output<typeof environment>) => ({
  /** Origins of push services in the operator's own network; all others must be public. */
  pushServices: e.FARLINE_PUSH_SERVICES,
  smtpUrl: e.SMTP_URL ?? null,
  transcription: transcriptionOf(e),
  mailFrom: e.FARLINE_MAIL_FROM,
});

/** Who sells, and the taxes on it. Lines of the address are separated by `|`. */
function invoiceSettingsOf(e: z.infer<typeof environment>) {
  if (e.FARLINE_TAX_POINT === 'payment' && e.FARLINE_TAX.some((rule) => rule.mode === 'on_top')) {
    throw new ConfigError('FARLINE_TAX_POINT is payment: a payment contains its tax, so FARLINE_TAX must say included');
  }
  const seller = {
    name: e.FARLINE_SELLER_NAME ?? 'Farline',
    lines: e.FARLINE_SELLER_ADDRESS.split('|')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    country: e.FARLINE_SELLER_COUNTRY ?? null,
    taxId: e.FARLINE_SELLER_TAX_ID ?? null,
  };
  const email = e.FARLINE_SELLER_EMAIL ?? null;
  return {
    seller,
    /** Who the pages say runs this installation; null: whoever it is has not said so. */
    operator: e.FARLINE_SELLER_NAME === undefined ? null : { ...seller, email },
    taxRules: e.FARLINE_TAX,
    taxPoint: e.FARLINE_TAX_POINT,
  };
}

/** Who takes payments; null: nobody. With a key of Stripe it is Stripe, unless something else is said. */
function paymentsOf(e: z.infer<typeof environment>) {
  switch (e.FARLINE_PAYMENTS ?? (e.STRIPE_SECRET_KEY === undefined ? 'off' : 'stripe')) {
    case 'off':
      return null;
    case 'sandbox':
      return sandboxPaymentsOf(e);
    case 'stripe':
      return stripePaymentsOf(e);
  }
}

function stripePaymentsOf(e: z.infer<typeof environment>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = e;
  if (secretKey === undefined || webhookSecret === undefined) {
    throw new ConfigError('Payments are by stripe: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set');
  }
  return { provider: 'stripe' as const, secretKey, webhookSecret, apiUrl: e.STRIPE_API_URL ?? null };
}

function sandboxPaymentsOf(e: z.infer<typeof environment>) {
  const key = e.FARLINE_SANDBOX_PAYMENTS_KEY;
  const webhookSecret = e.FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET;
  if (key === undefined || webhookSecret === undefined) {
    throw new ConfigError(
      'FARLINE_PAYMENTS is sandbox: FARLINE_SANDBOX_PAYMENTS_KEY and FARLINE_SANDBOX_PAYMENTS_WEBHOOK_SECRET must be set',
    );
  }
  return {
    provider: 'sandbox' as const,
    url: e.FARLINE_SANDBOX_PAYMENTS_URL.replace(/\/+$/, ''),
    key,
    webhookSecret,
  };
}

/** On a local address, localhost and 127.0.0.1 and [::1] are one place to a person. */
function localOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  if (!LOOPBACK_HOSTS.includes(url.hostname)) return [];
  return LOOPBACK_HOSTS.map((host) => `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}`);
}

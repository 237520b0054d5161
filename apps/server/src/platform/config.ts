import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { trustedProxies } from './trusted-proxies.ts';

/** A setting that is missing or makes no sense: the program ends with this sentence. */
export class ConfigError extends Error {}

const hostPort = z.string().transform((text, context) => {
  const match = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(text);
  if (match === null) {
    context.addIssue(`expected address:port, got "${text}"`);
    return z.NEVER;
  }
  return { host: match[1] ?? '', port: Number(match[2]) };
});
export type HostPort = { host: string; port: number };

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const trunks = list.pipe(
  z.array(
    z.string().transform((text, context) => {
      const [name, address] = text.split('=');
      const parsed = hostPort.safeParse(address ?? '');
      if (!/^[a-z0-9-]+$/i.test(name ?? '') || !parsed.success) {
        context.addIssue(`expected name=address:port, got "${text}"`);
        return z.NEVER;
      }
      return { name: name ?? '', ...parsed.data };
    }),
  ),
);
const sipTransports = list.pipe(
  z.array(
    z.string().transform((text, context) => {
      const match = /^(udp|tcp|tls):(\d{1,5})$/.exec(text);
      if (match === null) {
        context.addIssue(`expected udp:port, tcp:port or tls:port, got "${text}"`);
        return z.NEVER;
      }
      return { transport: match[1] as 'udp' | 'tcp' | 'tls', port: Number(match[2]) };
    }),
  ),
);
/** What each limit of spending is where nobody chose another: `day=50,hour=25,minute=1,fee=0.50,calls=10,countries=10`. */
const usualLimits = list.pipe(
  z.array(
    z.string().transform((text, context) => {
      const match = /^(?:(day|hour|minute|fee)=(\d{1,7}(?:\.\d{1,6})?)|(calls|countries)=(\d{1,7}))$/.exec(text);
      if (match === null) {
        context.addIssue(`expected day, hour, minute or fee=amount, calls or countries=number, got "${text}"`);
        return z.NEVER;
      }
      const [, money, amount, number, count] = match;
      return [money ?? number ?? '', amount ?? count ?? ''] as const;
    }),
  ),
);
/** `DE=VAT:19:included`, `US=Sales tax:8.25:on-top`; `*` is every other country. */
const taxRules = list.pipe(
  z.array(
    z.string().transform((text, context) => {
      const match = /^(\*|[A-Z]{2})=([^:]{1,40}):(\d{1,2}(?:\.\d{1,4})?):(included|on-top)$/.exec(text);
      if (match === null) {
        context.addIssue(`expected country=name:percent:included or :on-top, got "${text}"`);
        return z.NEVER;
      }
      const [, country, name = '', rate = '0', mode] = match;
      return {
        country: country === '*' ? null : (country ?? null),
        name,
        rate,
        mode: mode === 'on-top' ? ('on_top' as const) : ('included' as const),
      };
    }),
  ),
);
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const proxies = z.string().transform((text, context) => {
  const trusted = trustedProxies(text);
  if (trusted !== null) return trusted;
  context.addIssue(`expected on, off, or addresses and networks such as 172.20.0.0/16, got "${text}"`);
  return z.NEVER;
});
const whole = (fallback: number) => z.coerce.number().int().min(0).default(fallback);

const amount = z.string().regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be an amount such as 2.00');

const environment = z.object({
  DATABASE_URL: z.string({ error: 'is missing: the address of a PostgreSQL database' }),
  FARLINE_ROLES: list
    .pipe(z.array(z.enum(['api', 'call-control', 'worker'])))
    .default(['api', 'call-control', 'worker']),
  FARLINE_SERVER_NAME: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,32}$/)
    .default(`server-${process.pid}`),
  FARLINE_PORT: z.coerce.number().int().min(0).max(65_535).default(4001),
  FARLINE_LISTEN: list.default(['127.0.0.1', '::1']),
  FARLINE_PUBLIC_URL: z.url().default('http://localhost:4001'),
  FARLINE_ALLOWED_ORIGINS: list.default([]),
  FARLINE_FLOOD_EXCEPTIONS: list.default([]),
  FARLINE_TRUST_PROXY: proxies.default(false),
  FARLINE_DATA_DIR: z.string().default('data'),
  FARLINE_WEB_ROOT: z.string().optional(),
  FARLINE_TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters'),
  FARLINE_SIP_SECRET: z.string().min(32, 'must have at least 32 characters'),
  FARLINE_SIP_REALM: z.string().default('farline.local'),
  FARLINE_WS_PORT: z.coerce.number().int().default(4002),
  FARLINE_WS_URL: z.url().optional(),
  FARLINE_SIP_PHONES: sipTransports.default([]),
  FARLINE_SIP_PHONE_HOST: z.string().optional(),
  FARLINE_ICE_SERVERS: list.default([]),
  FARLINE_EVAPI: hostPort.default({ host: '127.0.0.1', port: 4003 }),
  FARLINE_KAMAILIO_RPC: z.url().default('http://127.0.0.1:4004/rpc'),
  FARLINE_RTPENGINE: hostPort.default({ host: '127.0.0.1', port: 4005 }),
  FARLINE_CALL_BRIDGE: z.url().optional(),
  FARLINE_CALL_BRIDGE_SECRET: z.string().optional(),
  FARLINE_SANDBOX_TRUNKS: trunks.default([]),
  FARLINE_TRIAL_CREDIT: amount.default('2.00'),
  FARLINE_ACCOUNT_LIMITS: usualLimits.default([]),
  FARLINE_SIGN_IN_LIMITS: usualLimits.default([]),
  FARLINE_RATE_LIMITS: onOff.default(true),
  FARLINE_FIRST_STRETCH_SECONDS: whole(150),
  FARLINE_STRETCH_AHEAD_SECONDS: whole(75),
  FARLINE_WARNING_SECONDS: whole(60),
  FARLINE_FIRST_SIGN_MS: whole(4000),
  FARLINE_TRYING_MS: whole(15_000),
  FARLINE_RINGING_MS: whole(60_000),
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
  FARLINE_SELLER_NAME: z.string().min(1).max(120).default('Farline'),
  FARLINE_SELLER_ADDRESS: z.string().max(500).default(''),
  FARLINE_SELLER_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two letters such as DE')
    .optional(),
  FARLINE_SELLER_TAX_ID: z.string().max(40).optional(),
  FARLINE_RECEIPT_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  FARLINE_TAX: taxRules.default([]),
  FARLINE_TAX_POINT: z.enum(['use', 'payment']).default('use'),
  SMTP_URL: z.string().optional(),
  FARLINE_MAIL_FROM: z.string().default('Farline <no-reply@localhost>'),
});

export type Config = ReturnType<typeof readConfig>;

/** All settings, from the environment; the only reader of it. Throws ConfigError with every wrong setting named. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'));
  }
  const e = parsed.data;
  const publicUrl = e.FARLINE_PUBLIC_URL.replace(/\/+$/, '');
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
    dataFolder: e.FARLINE_DATA_DIR,
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
    sandboxTrunks: e.FARLINE_SANDBOX_TRUNKS,
    trialCredit: e.FARLINE_TRIAL_CREDIT,
    rateLimits: e.FARLINE_RATE_LIMITS,
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
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.FARLINE_MAIL_FROM,
    /** Local pages (captured mail) are shown only while nobody but this machine can reach the server. */
    loopbackOnly: e.FARLINE_LISTEN.every(
      (address) => address === '::1' || address === 'localhost' || address.startsWith('127.'),
    ),
  };
}

/** Who sells, and the taxes on it. Lines of the address are separated by `|`. */
function invoiceSettingsOf(e: z.infer<typeof environment>) {
  if (e.FARLINE_TAX_POINT === 'payment' && e.FARLINE_TAX.some((rule) => rule.mode === 'on_top')) {
    throw new ConfigError('FARLINE_TAX_POINT is payment: a payment contains its tax, so FARLINE_TAX must say included');
  }
  return {
    seller: {
      name: e.FARLINE_SELLER_NAME,
      lines: e.FARLINE_SELLER_ADDRESS.split('|')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      country: e.FARLINE_SELLER_COUNTRY ?? null,
      taxId: e.FARLINE_SELLER_TAX_ID ?? null,
    },
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
  if (!['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return [];
  return ['localhost', '127.0.0.1', '[::1]'].map(
    (host) => `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}`,
  );
}

export type OperatorConfig = {
  databaseUrl: string | null;
  dataFolder: string | null;
  sudoUser: string | null;
  tokenSecret: string | null;
};

/** What the operator's commands need: where the database is, or where the launcher left its address, and who asks. */
export function readOperatorConfig(env: Record<string, string | undefined>): OperatorConfig {
  const given = (name: string) => (env[name] === undefined || env[name] === '' ? null : env[name]);
  return {
    databaseUrl: given('DATABASE_URL'),
    dataFolder: given('FARLINE_DATA_DIR'),
    sudoUser: given('SUDO_USER'),
    tokenSecret: given('FARLINE_TOKEN_SECRET'),
  };
}

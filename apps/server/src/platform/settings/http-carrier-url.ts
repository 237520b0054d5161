import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { isLoopback } from '../loopback.ts';
import { decoded } from './carrier-url.ts';
import { type HttpProvider, httpProvider } from './http-provider.ts';

/** Those whose API is known here. */
export type KnownProvider = 'twilio' | 'telnyx' | 'vonage';

/** A carrier of messages that is reached by HTTP. */
export type HttpCarrierSettings = {
  name: string;
  /** A known one, or what a file says of another. */
  provider: KnownProvider | HttpProvider;
  /** Of a known one: `https://api.example.net`. */
  origin: string;
  login: string;
  password: string;
  /** What its webhooks are verified with; null: it signs none. */
  webhookKey: string | null;
  /** What a sender's name belongs to at the provider, where it asks for that; else empty. */
  profile: string;
  /** Requests that may be under way at once. */
  window: number;
};

const window = z.coerce.number().int().min(1).max(100).default(20);
const options = z.strictObject({ window, webhook_key: z.string().min(1).optional() });
const telnyxOptions = options.extend({ profile: z.guid('is no id of a messaging profile').default('') });
const file = z.strictObject({
  ...httpProvider.shape,
  login: z.string().default(''),
  password: z.string().default(''),
  webhookKey: z.string().min(1).nullable().default(null),
  profile: z.string().default(''),
  window,
});

const EXPECTED = {
  twilio: 'twilio://account-sid:auth-token@api.twilio.com',
  telnyx: 'telnyx://:api-key@api.telnyx.com?webhook_key=public-key',
  vonage: 'vonage://api-key:api-secret@api.nexmo.com?webhook_key=signature-secret',
};
const isKnown = (scheme: string): scheme is KnownProvider => Object.hasOwn(EXPECTED, scheme);

/** Whether a carrier's URL is of HTTP: one of a known provider, or of a file that describes another. */
export function isHttpCarrier(text: string): boolean {
  const [scheme = ''] = text.split(':');
  return scheme === 'file' || isKnown(scheme.replace(/\+http$/, ''));
}

/**
 * A carrier of messages by HTTP: `twilio://account-sid:auth-token@api.twilio.com`, or `file:///…` for a JSON file that
 * describes one. `twilio+http` is without TLS, on this machine alone. A sentence where it cannot be read, which never has a password.
 */
export function readHttpCarrierUrl(name: string, text: string): HttpCarrierSettings | string {
  if (!URL.canParse(text)) return `${name}: this is no URL`;
  const url = new URL(text);
  return url.protocol === 'file:' ? readFile(name, url) : readKnown(name, url);
}

function readKnown(name: string, url: URL): HttpCarrierSettings | string {
  const [provider = '', plain] = url.protocol.slice(0, -1).split('+');
  if (!isKnown(provider)) return `${name}: nobody knows ${provider}`;
  const expected = `${name}: expected ${EXPECTED[provider]}`;
  const read = optionsOf(provider).safeParse(Object.fromEntries(url.searchParams));
  if (!read.success) return `${name}: ${z.prettifyError(read.error)}`;
  const [login, password] = [decoded(url.username), decoded(url.password)];
  if (login === null || password === null) return `${expected}, with % written as %25`;
  if (url.hostname === '' || password === '' || (provider !== 'telnyx' && login === '')) return expected;
  if (plain !== undefined && !isLoopback(url.hostname)) return `${name}: without TLS on this machine alone`;
  // In a query a plus is a space; in base64 there are no spaces.
  const webhookKey = read.data.webhook_key?.replaceAll(' ', '+') ?? (provider === 'twilio' ? password : null);
  if (webhookKey === null) return expected;
  if (provider === 'telnyx' && Buffer.from(webhookKey, 'base64').length !== 32) {
    return `${name}: webhook_key is no Ed25519 public key of 32 octets in base64`;
  }
  const origin = `${plain === undefined ? 'https' : 'http'}://${url.host}`;
  const { profile, window: most } = read.data;
  return { name, provider, origin, login, password, webhookKey, profile, window: most };
}

const optionsOf = (provider: KnownProvider) =>
  provider === 'telnyx' ? telnyxOptions : options.transform((read) => ({ ...read, profile: '' }));

function readFile(name: string, url: URL): HttpCarrierSettings | string {
  let described: unknown;
  try {
    described = JSON.parse(readFileSync(fileURLToPath(url), 'utf8'));
  } catch {
    return `${name}: there is no JSON file at ${url.href}`;
  }
  const read = file.safeParse(described);
  if (!read.success) return `${name}: ${z.prettifyError(read.error)}`;
  const { login, password, webhookKey, profile, window: most, ...provider } = read.data;
  const refused = refusalOf(provider, webhookKey);
  if (refused !== null) return `${name}: ${refused}`;
  return { name, provider, origin: '', login, password, webhookKey, profile, window: most };
}

function refusalOf({ request, signature }: HttpProvider, webhookKey: string | null): string | null {
  const address = URL.canParse(request.url) ? new URL(request.url) : null;
  const isSafe = address?.protocol === 'https:' || (address?.protocol === 'http:' && isLoopback(address.hostname));
  if (!isSafe) return 'request.url must be https://…';
  if ((signature === null) !== (webhookKey === null)) return 'signature and webhookKey are told together, or neither';
  const isKey = signature?.kind !== 'ed25519' || Buffer.from(webhookKey ?? '', 'base64').length === 32;
  return isKey ? null : 'webhookKey is no Ed25519 public key of 32 octets in base64';
}

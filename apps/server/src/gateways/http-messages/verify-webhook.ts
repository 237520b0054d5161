import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { errors, jwtVerify } from 'jose';
import type { HttpProvider } from '../../platform/settings/http-provider.ts';
import { isFresh, signedByEd25519 } from '../signed-by-ed25519.ts';
import type { WebhookRequest } from './http-carrier.ts';

/** A webhook that is older, or as far in the future, may be one that was overheard. */
const MOST_AGE_SECONDS = 300;

type Signature = NonNullable<HttpProvider['signature']>;
type Verdict = 'genuine' | 'bad_signature' | 'too_old';
type SignedBy<Kind extends Signature['kind']> = Extract<Signature, { kind: Kind }>;

/** Whether a webhook was signed by the provider, within the last five minutes where it says when. `url`: where it was sent to. */
export async function verifyWebhook(
  signature: Signature,
  { key, url }: { key: string; url: string },
  request: WebhookRequest,
): Promise<Verdict> {
  switch (signature.kind) {
    case 'url-and-form':
      return verifyForm(signature, { key, url }, request);
    case 'ed25519':
      return verifyEd25519(signature, key, request);
    case 'jwt':
      return await verifyJwt(key, request);
    case 'hmac':
      return verifyHmac(signature, key, request);
    case 'header':
      return sameText(headerOf(request.headers, signature.header), key) ? 'genuine' : 'bad_signature';
  }
}

/** https://www.twilio.com/docs/usage/security#validating-requests: each field's name and value follow the address, sorted by name. */
function verifyForm(
  { header }: SignedBy<'url-and-form'>,
  { key, url }: { key: string; url: string },
  { headers, body }: WebhookRequest,
): Verdict {
  // Grouped in one go: anybody may send a body of thousands of names, and nobody has looked at its signature yet.
  const valuesOf = Map.groupBy(new URLSearchParams(body.toString('utf8')), ([name]) => name);
  const rest = [...valuesOf.keys()]
    .sort()
    .flatMap((name) => [...new Set(valuesOf.get(name)?.map(([, value]) => value))].sort().map((value) => name + value))
    .join('');
  const given = headerOf(headers, header);
  const isGenuine = spellingsOf(url).some((spelling) => {
    return sameText(
      given,
      createHmac('sha1', key)
        .update(spelling + rest, 'utf8')
        .digest('base64'),
    );
  });
  return isGenuine ? 'genuine' : 'bad_signature';
}

/** Whoever signs an address may write the usual port of https, or not. */
function spellingsOf(url: string): string[] {
  const { protocol, host, hostname, port } = new URL(url);
  const rest = url.slice(`${protocol}//${host}`.length);
  const usual = protocol === 'https:' ? '443' : '80';
  return port === '' ? [url, `${protocol}//${hostname}:${usual}${rest}`] : [url, `${protocol}//${hostname}${rest}`];
}

/** https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks */
function verifyEd25519(
  { header, timestampHeader }: SignedBy<'ed25519'>,
  key: string,
  { headers, body, now }: WebhookRequest,
): Verdict {
  const [timestamp, signature] = [headerOf(headers, timestampHeader), headerOf(headers, header)];
  return signedByEd25519(key, { timestamp, signature, body }, now);
}

/** https://developer.vonage.com/en/messages/concepts/signed-webhooks */
async function verifyJwt(key: string, { headers, body, now }: WebhookRequest): Promise<Verdict> {
  const [, token = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  try {
    const { payload } = await jwtVerify(token, Buffer.from(key), {
      algorithms: ['HS256'],
      currentDate: now,
      maxTokenAge: MOST_AGE_SECONDS,
      clockTolerance: 60,
    });
    const { payload_hash: hash } = payload;
    const isOfBody =
      typeof hash === 'string' && sameText(hash.toLowerCase(), createHash('sha256').update(body).digest('hex'));
    return isOfBody ? 'genuine' : 'bad_signature';
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'too_old' : 'bad_signature';
  }
}

function verifyHmac(
  { header, algorithm, encoding, prefix, timestampHeader }: SignedBy<'hmac'>,
  key: string,
  { headers, body, now }: WebhookRequest,
): Verdict {
  const timestamp = timestampHeader === null ? null : headerOf(headers, timestampHeader);
  const hmac = createHmac(algorithm, key);
  if (timestamp !== null) hmac.update(`${timestamp}.`);
  const expected = prefix + hmac.update(body).digest(encoding);
  if (!sameText(headerOf(headers, header), expected)) return 'bad_signature';
  return timestamp === null || isFresh(timestamp, now) ? 'genuine' : 'too_old';
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
}

/** Takes as long for a wrong text as for the right one. An empty one is nobody's. */
function sameText(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return given !== '' && one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

import type { HttpCarrierSettings } from '../../platform/settings/http-carrier-url.ts';
import type { HttpProvider, JsonTemplate } from '../../platform/settings/http-provider.ts';
import type { WrittenRequest } from '../../platform/post.ts';
import type { MessageToPost } from './http-carrier.ts';

/** How we are known to a provider, and where it tells us what became of a message. */
export type Known = Pick<HttpCarrierSettings, 'origin' | 'login' | 'password' | 'profile'> & { webhookUrl: string };

/** The request that submits a message. `key`: sent where the provider takes an idempotency key. */
export function writeRequest(
  { request }: Pick<HttpProvider, 'request'>,
  known: Known,
  { message, key }: { message: MessageToPost; key: string },
): WrittenRequest {
  const values = valuesOf(message, known, request.longestValidSeconds);
  const [type, body] =
    'json' in request.body
      ? ['application/json', JSON.stringify(filledJson(request.body.json, values))]
      : ['application/x-www-form-urlencoded', filledForm(request.body.form, values)];
  return {
    url: new URL(filled(request.url, inAddress(values))),
    method: request.method,
    headers: {
      'user-agent': 'Farline',
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...request.headers,
      ...authorization(request.auth, known),
      ...(request.idempotencyHeader === null ? {} : { [request.idempotencyHeader]: key }),
      'content-type': `${type}; charset=utf-8`,
      'content-length': String(Buffer.byteLength(body)),
    },
    body,
  };
}

type Values = ReadonlyMap<string, string>;

function valuesOf({ to, from, text, validForSeconds }: MessageToPost, known: Known, longest: number): Values {
  const digits = (number: string) => number.replace(/^\+/, '');
  return new Map([
    ['to', to],
    ['to_digits', digits(to)],
    ['from', from],
    ['from_digits', digits(from)],
    ['text', text],
    ['valid_seconds', String(Math.min(validForSeconds, longest))],
    ['webhook_url', known.webhookUrl],
    ['login', known.login],
    ['origin', known.origin],
    // A number has its own at the provider, which may be another one.
    ['profile', from.startsWith('+') ? '' : known.profile],
  ]);
}

/** In one go: what is filled in is not looked through again, whatever braces a customer wrote. */
function filled(template: string, values: Values): string {
  return template.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) => values.get(name) ?? whole);
}

function filledJson(template: JsonTemplate, values: Values): JsonTemplate {
  if (template === '{valid_seconds}') return Number(values.get('valid_seconds'));
  if (typeof template === 'string') return filled(template, values);
  if (Array.isArray(template)) return template.map((item) => filledJson(item, values));
  if (typeof template !== 'object' || template === null) return template;
  const isLeftOut = (item: JsonTemplate) => item === '{profile}' && values.get('profile') === '';
  const items = Object.entries(template).filter(([, item]) => !isLeftOut(item));
  return Object.fromEntries(items.map(([name, item]) => [name, filledJson(item, values)]));
}

function filledForm(template: Record<string, string>, values: Values): string {
  const fields = Object.entries(template).map(([name, item]) => [name, filled(item, values)]);
  return new URLSearchParams(Object.fromEntries(fields) as Record<string, string>).toString();
}

const inAddress = (values: Values): Values =>
  new Map([...values].map(([name, value]) => [name, name === 'origin' ? value : encodeURIComponent(value)]));

function authorization(auth: HttpProvider['request']['auth'], { login, password }: Known): Record<string, string> {
  if (auth === 'none') return {};
  if (auth === 'bearer') return { authorization: `Bearer ${password}` };
  if (auth === 'basic') {
    return { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` };
  }
  return { [auth.header]: password };
}

import { onTestFinished } from 'vitest';
import type { HttpCarrierSettings } from '../../../platform/settings/http-carrier-url.ts';
import { httpProvider } from '../../../platform/settings/http-provider.ts';
import type { MessageToPost } from '../http-carrier.ts';
import { openHttpCarrier } from '../open-http-carrier.ts';
import { type Answering, json, standInProvider } from './stand-in-provider.ts';

/** A provider of nobody's: JSON, a bearer token, an id, an error. */
export const plainProvider = (url: string, more: Record<string, unknown> = {}) =>
  httpProvider.parse({
    request: { url, auth: 'bearer', body: { json: { to: '{to}', text: '{text}' } }, ...(more['request'] as object) },
    answer: { id: 'id', error: 'error', segments: 'parts', laterErrors: ['busy'] },
  });

/** A message as tests send it. */
export const aMessage = (over: Partial<MessageToPost> = {}): MessageToPost => ({
  from: '+15005550006',
  to: '+447700900123',
  text: 'Hello',
  validForSeconds: 86_400,
  ...over,
});

/** A carrier on a stand-in provider, with a clock that goes only when the test says so. */
export async function httpWorld(
  options: {
    usually?: Answering;
    settings?: Partial<HttpCarrierSettings>;
    provider?: Record<string, unknown>;
    connectMs?: number;
    answerMs?: number;
    tls?: { key: string; cert: string };
    ca?: string;
  } = {},
) {
  const { tls, ca = null, connectMs, answerMs } = options;
  const stand = await standInProvider(options.usually ?? json(200, { id: 'id-1' }), tls === undefined ? {} : { tls });
  const time = { now: Date.UTC(2026, 0, 1) };
  const changes: string[] = [];
  const settings: HttpCarrierSettings & { webhookUrl: string } = {
    name: 'acme',
    provider: plainProvider(`${stand.origin}/send`, options.provider),
    origin: stand.origin,
    login: 'farline',
    password: 'a secret',
    webhookKey: null,
    profile: '',
    window: 10,
    webhookUrl: 'https://farline.example/api/v1/webhooks/messages/acme',
    ...options.settings,
  };
  const carrier = openHttpCarrier(settings, {
    now: () => time.now,
    clock: { now: () => new Date(time.now) },
    random: () => 0,
    ca,
    lastAnswersMs: 50,
    changed: (state, why) => changes.push(`${state}: ${why}`),
    ...(connectMs === undefined ? {} : { connectMs }),
    ...(answerMs === undefined ? {} : { answerMs }),
  });
  onTestFinished(async () => await carrier.close());
  return { ...stand, carrier, changes, time };
}

import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../platform/ids.ts';
import { testApp } from './test-app.ts';

const { origin } = await testApp();

const media = z.object({ schema: z.object({ example: z.unknown().optional() }) });
const operation = z.object({
  tags: z.array(z.string()).optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  requestBody: z.object({ content: z.record(z.string(), media) }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
const openApi = z.object({ openapi: z.string(), paths: z.record(z.string(), z.record(z.string(), operation)) });

const document = openApi.parse(await (await fetch(`${origin}/api/docs/json`)).json());
const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), described })),
);
const title = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** What a route answers to its example where that may be something else than success. */
const otherAnswers: Record<string, number[]> = {
  'POST /api/v1/auth/reset-password': [400],
  'POST /api/v1/auth/refresh': [401],
  // No engine stands behind the server of this test; before the first measurement nothing is known to fail.
  'GET /status': [200, 503],
  // Nobody answers in a test without telephone network.
  'POST /api/v1/calls/{id}/quality': [409],
  'POST /api/v1/calls/{id}/transfer': [409],
  'POST /api/v1/notices/{id}/read': [404],
  // Nothing is lifted or opened; and which number is asked about stands in the query.
  'DELETE /api/v1/limits/lifts/{limit}': [404],
  'DELETE /api/v1/limits/destinations/{id}': [400],
  'GET /api/v1/limits/destinations': [400],
  // A call is no session, no phone, no notice; and nobody has a picture before they sent one.
  'DELETE /api/v1/auth/sessions/{id}': [404],
  'PATCH /api/v1/settings/sip-phones/{id}': [404],
  'DELETE /api/v1/settings/sip-phones/{id}': [404],
  'GET /api/v1/auth/profile/picture': [404],
  // No payments are taken, and there is one plan.
  'POST /api/v1/billing/add-funds': [503],
  'GET /api/v1/billing/payments/{id}': [404],
  'POST /api/v1/billing/payment-methods': [503],
  'GET /api/v1/billing/payment-methods/setups/{id}': [404],
  'POST /api/v1/billing/refunds': [409],
  'PUT /api/v1/billing/auto-top-up': [503],
  'DELETE /api/v1/billing/payment-methods/{id}': [404],
  'PATCH /api/v1/billing/payment-methods/{id}/default': [404],
  // Nobody has talked: no call has a receipt.
  'GET /api/v1/calls/{id}/receipt': [404],
  'GET /api/v1/receipts/{id}': [404],
  'GET /api/v1/billing/invoices/{id}': [404],
  'GET /api/v1/billing/invoices/{id}/download': [404],
  'POST /api/v1/billing/subscription': [409],
  'DELETE /api/v1/billing/subscription': [409],
  // No example is sent as a query, and it needs a plan.
  'GET /api/v1/billing/subscription/quote': [400],
};

/** What is sent to routes that take a file. */
const files: Record<string, Blob> = {
  '/api/v1/contacts/import': new Blob(['BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nTEL:+447700900123\r\nEND:VCARD\r\n']),
  '/api/v1/auth/profile/picture': new Blob([Buffer.from('89504e470d0a1a0a', 'hex')]),
};

test('the documentation names the calls of the specification', () => {
  const documented = new Set(routes.map(title));
  for (const call of [
    'POST /api/v1/auth/login',
    'POST /api/v1/auth/register',
    'POST /api/v1/auth/logout',
    'GET /api/v1/auth/profile',
    'PATCH /api/v1/auth/profile',
    'POST /api/v1/auth/change-password',
    'POST /api/v1/auth/forgot-password',
    'POST /api/v1/auth/reset-password',
    'POST /api/v1/auth/refresh',
    'GET /api/v1/auth/health',
    'GET /health',
    'POST /api/v1/calls/initiate',
    'POST /api/v1/calls/{id}/end',
    'GET /api/v1/calls/history',
    'GET /api/v1/calls/{id}',
    'POST /api/v1/calls/calculate-cost',
    'GET /api/v1/calls/active',
    'GET /api/v1/calls/webrtc-token',
    'PATCH /api/v1/calls/{id}/status',
    'GET /api/v1/calls/stats',
    'GET /api/v1/rates/countries',
    'GET /api/v1/rates',
    'GET /api/v1/billing/usage',
    'GET /api/v1/billing/subscription',
    'POST /api/v1/billing/subscription',
    'DELETE /api/v1/billing/subscription',
    'GET /api/v1/billing/invoices',
    'GET /api/v1/billing/invoices/{id}',
    'GET /api/v1/billing/invoices/{id}/download',
    'GET /api/v1/billing/payment-methods',
    'POST /api/v1/billing/payment-methods',
    'DELETE /api/v1/billing/payment-methods/{id}',
    'PATCH /api/v1/billing/payment-methods/{id}/default',
    'POST /api/v1/billing/add-funds',
    'GET /api/v1/billing/plans',
    'GET /api/v1/billing/history',
    'GET /api/v1/billing/analytics',
    'GET /api/v1/billing/analytics',
  ]) {
    expect(documented, call).toContain(call);
  }
});

test.each(routes.map((route) => [title(route), route] as const))(
  '%s takes its documented example',
  async (name, route) => {
    const token = await aSignedInUser();
    const path = await withParameters(route.path, token);
    const example = exampleOf(route);
    const answer = await fetch(`${origin}${path}`, {
      method: route.method,
      headers: {
        ...(route.described.security === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(example === undefined || example instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(example === undefined ? {} : { body: example instanceof FormData ? example : JSON.stringify(example) }),
    });
    const body: unknown = await answer.json().catch(() => null);

    const isExpected = otherAnswers[name]?.includes(answer.status) ?? answer.ok;
    expect(isExpected, `${name} answered ${answer.status}: ${JSON.stringify(body)}`).toBe(true);
    const documented = Object.keys(route.described.responses).map((status) => status.toLowerCase());
    expect(documented).toSatisfy((statuses: string[]) =>
      statuses.some((status) => status === String(answer.status) || status === `${Math.floor(answer.status / 100)}xx`),
    );
  },
);

test.each(
  routes.filter((route) => route.described.requestBody !== undefined).map((route) => [title(route), route] as const),
)('%s refuses a body of the wrong kind with 400 and a sentence for a field', async (_name, route) => {
  const token = await aSignedInUser();
  const path = await withParameters(route.path, token);
  const answer = await fetch(`${origin}${path}`, {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify([1, 2]),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_request', errors: expect.any(Object) });
});

test.each(
  routes.filter((route) => route.described.security !== undefined).map((route) => [title(route), route] as const),
)('%s is closed to whoever is not signed in', async (_name, route) => {
  const example = exampleOf(route);
  const answer = await fetch(`${origin}${route.path.replaceAll(/\{\w+\}/g, newId())}`, {
    method: route.method,
    ...(example === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(example) }),
  });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'unauthorized' });
});

function exampleOf(route: (typeof routes)[number]): unknown {
  const body = route.described.requestBody;
  if (body === undefined) return undefined;
  if (body.content['multipart/form-data'] !== undefined) return formWithFile(route.path);
  const example = body.content['application/json']?.schema.example;
  if (example === undefined) throw new Error(`${title(route)} has a body without a documented example`);
  // Each run signs up somebody new, and signs in whom it signed up.
  if (route.path.endsWith('/register')) return { ...(example as object), email: anAddress() };
  if (route.path.endsWith('/login')) return { ...(example as object), email: lastAddress };
  return example;
}

function formWithFile(path: string): FormData {
  const file = files[path];
  if (file === undefined) throw new Error(`${path} takes a file that this test does not have`);
  const form = new FormData();
  form.set('file', file, 'file');
  return form;
}

let lastAddress = '';
function anAddress(): string {
  return `${newId()}@example.org`;
}

async function aSignedInUser(): Promise<string> {
  lastAddress = anAddress();
  const answer = await fetch(`${origin}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Ada', lastName: 'Lovelace', email: lastAddress, password: 'Analytical1843' }),
  });
  return z.object({ token: z.string() }).parse(await answer.json()).token;
}

/** A path about one contact gets a contact of this user, any other one a call. */
async function withParameters(path: string, token: string): Promise<string> {
  if (!path.includes('{id}')) return path.replace('{limit}', 'day');
  const isContact = path.startsWith('/api/v1/contacts/');
  const answer = await fetch(`${origin}/api/v1/${isContact ? 'contacts' : 'calls/initiate'}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(isContact ? { name: 'Ada', numbers: [{ number: '+447700900123' }] } : { to: '+447700900123' }),
  });
  const withId = z.object({ id: z.string() });
  const { call, contact } = z
    .object({ call: withId.optional(), contact: withId.optional() })
    .parse(await answer.json());
  return path.replace('{id}', call?.id ?? contact?.id ?? '');
}

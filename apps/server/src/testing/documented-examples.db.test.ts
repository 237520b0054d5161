import { problem } from '@farline/contracts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../platform/ids.ts';
import { confirmSignUp } from './confirm-sign-up.ts';
import { otherAnswers } from './other-answers.ts';
import { testApp } from './test-app.ts';

const { origin, database } = await testApp({ FARLINE_TRIAL_CREDIT: '2.00' });

const media = z.object({
  schema: z.object({
    example: z.unknown().optional(),
    properties: z.record(z.string(), z.object({ type: z.string().optional() })).default({}),
    required: z.array(z.string()).default([]),
  }),
});
const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false) })).default([]),
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

/** What is sent to routes that take a file. */
const files: Record<string, Blob> = {
  '/api/v1/contacts/import': new Blob(['BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nTEL:+447700900123\r\nEND:VCARD\r\n']),
  '/api/v1/numbers/days-off': new Blob(['BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n']),
  '/api/v1/messages/broadcasts/{id}/recipients': new Blob(['phone\r\n+447700900123\r\n']),
  '/api/v1/greetings/recordings': new Blob(['RIFF']),
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
    const sent = { ...(route.described.security === undefined ? {} : { token }), body: exampleOf(route) };
    const answer = await request(route.method, path, sent);
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
  const answer = await request(route.method, path, { token, body: [1, 2] });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_request', errors: expect.any(Object) });
});

/** The words of the schema library: nobody but a programmer reads them. */
const WORDS_OF_ZOD = /Invalid (input|option|string|key|UUID|ISO)|Too (big|small)|expected|received|Unrecognized/;

test.each(routes.filter((route) => bodyOf(route) !== undefined).map((route) => [title(route), route] as const))(
  '%s refuses each field of a wrong kind, and each that is missing, with a plain sentence',
  async (_name, route) => {
    const token = await theSignedInUser();
    const path = await withParameters(route.path, token);
    const { properties = {}, required = [], example = {} } = bodyOf(route) ?? {};
    const send = async (field: string, value: unknown) =>
      await expectPlainRefusal(route.method, path, { token, field, body: { ...(example as object), [field]: value } });

    for (const [field, { type }] of Object.entries(properties)) await send(field, wrongFor(type));
    for (const field of required) await send(field, undefined);
  },
);

test.each(
  routes
    .filter((route) => route.described.parameters.some((parameter) => parameter.in === 'query'))
    .map((route) => [title(route), route] as const),
)(
  '%s refuses each parameter of its query that is given twice or missing with a plain sentence',
  async (_name, route) => {
    const token = await theSignedInUser();
    const path = await withParameters(route.path, token);
    const query = route.described.parameters.filter((parameter) => parameter.in === 'query');
    for (const { name: field } of query) {
      await expectPlainRefusal(route.method, `${path}?${field}=x&${field}=y`, { token, field, body: exampleOf(route) });
    }
    for (const { name: field } of query.filter((parameter) => parameter.required)) {
      await expectPlainRefusal(route.method, path, { token, field });
    }
  },
);

test.each(routes.filter((route) => route.path.includes('{')).map((route) => [title(route), route] as const))(
  '%s refuses an address that names nothing in plain words',
  async (_name, route) => {
    const token = await theSignedInUser();
    const path = route.path.replaceAll(/\{\w+\}/g, 'nothing');
    const answer = await request(route.method, path, { token, body: exampleOf(route) });
    const refused = problem.parse(await answer.json());
    expect([400, 404]).toContain(answer.status);
    expect(JSON.stringify(refused)).not.toMatch(WORDS_OF_ZOD);
  },
);

test.each([
  ['/api/v1/calls/history?page=x', 'page', 'Page must be a number'],
  ['/api/v1/calls/history?page=1.5', 'page', 'Page must be a whole number'],
  ['/api/v1/calls/history?limit=101', 'limit', 'Limit must be at most 100'],
  [
    '/api/v1/calls/history?status=lost',
    'status',
    'Status must be one of initiated, ringing, in-progress, completed, failed, cancelled',
  ],
  ['/api/v1/notices?unread=perhaps', 'unread', 'Unread must be true or false'],
  ['/api/v1/notices?cursor=x', 'cursor', 'Cursor isn’t valid'],
])('%s: %s: %s', async (path, field, sentence) => {
  const token = await theSignedInUser();
  const refused = await expectPlainRefusal('GET', path, { token, field });
  expect(refused).toEqual({ message: sentence, code: 'invalid_request', errors: { [field]: sentence } });
});

test.each(
  routes.filter((route) => route.described.security !== undefined).map((route) => [title(route), route] as const),
)('%s is closed to whoever is not signed in', async (_name, route) => {
  const path = route.path.replaceAll(/\{\w+\}/g, newId());
  const answer = await request(route.method, path, { body: exampleOf(route) });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'unauthorized' });
});

async function expectPlainRefusal(
  method: string,
  path: string,
  sent: { token: string; field: string; body?: unknown },
): Promise<z.infer<typeof problem>> {
  const answer = await request(method, path, sent);
  const refused = problem.parse(await answer.json());
  expect([sent.field, answer.status]).toEqual([sent.field, 400]);
  expect(Object.keys(refused.errors ?? {})).toContain(sent.field);
  expect(JSON.stringify(refused)).not.toMatch(WORDS_OF_ZOD);
  return refused;
}

async function request(method: string, path: string, { token, body }: { token?: string; body?: unknown }) {
  const isForm = body instanceof FormData;
  return await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
}

/** A value that a field of this JSON Schema type does not take. */
function wrongFor(type: string | undefined): unknown {
  return type === 'object' || type === 'array' ? 5 : {};
}

function bodyOf(route: (typeof routes)[number]) {
  return route.described.requestBody?.content['application/json']?.schema;
}

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

let signedIn: Promise<string> | undefined;
/** One user for requests that change nothing. */
async function theSignedInUser(): Promise<string> {
  signedIn ??= aSignedInUser();
  return await signedIn;
}

/** Somebody new, who has just proved who they are. */
async function aSignedInUser(): Promise<string> {
  lastAddress = anAddress();
  const answer = await fetch(`${origin}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Ada', lastName: 'Lovelace', email: lastAddress, password: 'Analytical1843' }),
  });
  const { token, user } = z
    .object({ token: z.string(), user: z.object({ id: z.string() }) })
    .parse(await answer.json());
  await confirmSignUp(database, user.id);
  const proof = { by: 'password', password: 'Analytical1843' };
  await request('POST', '/api/v1/auth/proof', { token, body: { proof } });
  return token;
}

/** A path about one contact gets a contact of this user, any other one a call. */
async function withParameters(path: string, token: string): Promise<string> {
  if (!path.includes('{id}')) return path.replace('{limit}', 'day').replace('{peer}', '%2B447700900123');
  const isContact = path.startsWith('/api/v1/contacts/');
  const answer = await fetch(`${origin}/api/v1/${isContact ? 'contacts' : 'calls/initiate'}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(isContact ? { name: 'Ada', numbers: [{ number: '+447700900123' }] } : { to: '+447700900123' }),
  });
  const withId = z.object({ id: z.string() }).optional();
  const { call, contact } = z.object({ call: withId, contact: withId }).parse(await answer.json());
  return path.replace('{id}', call?.id ?? contact?.id ?? '');
}

import { defineRoute, idParams } from '@farline/contracts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createHttpServer } from './http-server.ts';
import { createLog } from './log.ts';
import { Problem, unauthorized, undeclaredRefusals } from './problems.ts';
import { serveRoutes } from './serve-routes.ts';

const told = z.object({ id: z.string(), text: z.string() });
const routes = {
  add: defineRoute('POST /letters/{id}', {
    tag: 'letters',
    access: 'user',
    summary: 'Add a letter',
    params: idParams,
    body: z.object({ text: z.string('Text is required') }),
    status: 201,
    reply: told,
    refusals: ['message_too_long'],
  }),
  show: defineRoute('GET /letters/{id}', {
    tag: 'letters',
    access: 'anyone',
    summary: 'One letter',
    params: idParams,
    reply: told,
  }),
};

const app = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
const serve = serveRoutes(app, {
  user: async ({ headers }) => {
    if (headers.authorization === undefined) throw unauthorized();
  },
});
serve(routes.add, async ({ params: { id }, body: { text } }) => {
  if (text === 'forbidden') throw new Problem('message_too_long', 422, 'Nobody says that.');
  if (text === 'undeclared') throw new Problem('number_taken', 409, 'Somebody has it.');
  return { id, text };
});
serve(routes.show, async ({ params: { id } }) => ({ id, text: 'Hello' }));
afterAll(async () => await app.close());

const add = async (payload: object, headers: Record<string, string> = { authorization: 'Bearer a' }) =>
  await app.inject({ method: 'POST', url: '/letters/7', headers, payload });

test('a route answers with the status and the shape of its description', async () => {
  const answer = await add({ text: 'Hello', more: 1 });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({ id: '7', text: 'Hello' });
});

test('a refusal has its own status, also where a success has 201', async () => {
  expect((await add({ text: 'forbidden' })).statusCode).toBe(422);
  const wrong = await add({ text: 1 });
  expect([wrong.statusCode, wrong.json()]).toMatchObject([400, { errors: { text: 'Text is required' } }]);
});

test('whoever a route is not for is refused before the body is looked at', async () => {
  expect((await add({ text: 1 }, {})).statusCode).toBe(401);
});

test('a route for anyone asks no guard', async () => {
  const answer = await app.inject({ method: 'GET', url: '/letters/7' });
  expect([answer.statusCode, answer.json()]).toEqual([200, { id: '7', text: 'Hello' }]);
});

test('a description and its handler that do not fit one another do not compile', async () => {
  const other = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
  // @ts-expect-error No guard lets users pass. It is refused at the start, too.
  const unguarded = () => serveRoutes(other, {})(routes.add, async () => ({ id: '7', text: 'Hello' }));
  expect(unguarded).toThrow('POST /letters/{id} has no guard');
  // @ts-expect-error The reply has no text.
  serveRoutes(other, {})(routes.show, async () => ({ id: '7' }));
  // @ts-expect-error The path has a parameter that nothing describes.
  defineRoute('GET /envelopes/{id}', { tag: 'letters', access: 'anyone', summary: 'One envelope', reply: told });
  await other.close();
});

test('a refusal that its route does not declare is answered, and told of', async () => {
  const told: unknown[] = [];
  const hear = (undeclared: unknown) => told.push(undeclared);
  undeclaredRefusals.subscribe(hear);
  onTestFinished(() => {
    undeclaredRefusals.unsubscribe(hear);
  });
  const declared = await add({ text: 'forbidden' });
  const undeclared = await add({ text: 'undeclared' });
  expect([declared.json(), undeclared.json()]).toMatchObject([{ code: 'message_too_long' }, { code: 'number_taken' }]);
  expect(told).toEqual([{ route: 'POST /letters/:id', code: 'number_taken' }]);
});

test('the documentation names the codes of each status, the route’s own and those that its description says', async () => {
  const document = (await app.inject('/api/docs/json')).json<{ paths: Record<string, Record<string, Operation>> }>();
  const responses = document.paths['/letters/{id}']?.['post']?.responses ?? {};
  const codes = Object.entries(responses).flatMap(([status, { content }]) => {
    const named = content?.['application/json'].schema.properties.code?.enum;
    return named === undefined ? [] : [[status, named]];
  });
  expect(Object.fromEntries(codes)).toEqual({
    400: ['invalid_json', 'invalid_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    413: ['body_too_large'],
    415: ['unsupported_media_type'],
    422: ['message_too_long'],
    429: ['too_many_requests'],
    500: ['internal_error'],
    503: ['busy'],
  });
});

type Operation = { responses: Record<string, { content?: { 'application/json': { schema: Schema } } }> };
type Schema = { properties: { code?: { enum?: string[] } } };

import { afterAll, expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { createLog } from './log.ts';

const options = { log: createLog('silent'), allowedOrigins: [], trustProxy: false as const };

async function aServer(publicUrl: string) {
  const app = await createHttpServer({ ...options, publicUrl });
  app.get('/api/v1/own', async () => ({ balance: '1.00' }));
  app.get('/api/v1/kept', async (_request, reply) => reply.header('cache-control', 'no-cache').send({}));
  afterAll(async () => await app.close());
  return app;
}

test('what the API answers is kept by no cache, unless its route says how', async () => {
  const app = await aServer('http://localhost:4001');

  expect((await app.inject({ url: '/api/v1/own' })).headers['cache-control']).toBe('no-store');
  expect((await app.inject({ url: '/api/v1/nothing' })).headers['cache-control']).toBe('no-store');
  expect((await app.inject({ url: '/api/v1/kept' })).headers['cache-control']).toBe('no-cache');
});

test('browsers are told to come by https alone where people reach it by https, and only there', async () => {
  const [plain, secure] = [await aServer('http://localhost:4001'), await aServer('https://phone.example.org')];

  expect((await plain.inject({ url: '/api/v1/own' })).headers).not.toHaveProperty('strict-transport-security');
  expect((await secure.inject({ url: '/api/v1/own' })).headers['strict-transport-security']).toBe('max-age=31536000');
});

test("the pages of the API's documentation are under a content policy, and show themselves", async () => {
  const app = await aServer('http://localhost:4001');
  const page = await app.inject({ url: '/api/docs/' });

  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  expect(page.headers['content-security-policy']).not.toContain("'unsafe-inline' 'unsafe-eval'");
});

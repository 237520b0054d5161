import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createHttpServer } from './http-server.ts';
import { createLog } from './log.ts';
import { addWebPages } from './web-pages.ts';

const root = await mkdtemp(join(tmpdir(), 'farline-pages-'));
await mkdir(join(root, 'assets'));
await mkdir(join(root, 'first'));
await writeFile(join(root, 'index.html'), '<!doctype html><title>start page</title>');
await writeFile(join(root, 'before-paint.js'), 'let farline;');
await writeFile(
  join(root, 'first', 'pricing.html'),
  '<!doctype html><title>prices</title><script>let farline;</script>',
);
const app = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
await addWebPages(app, root);
afterAll(async () => await app.close());

test.each(['/', '/dashboard', '/calls/some-id', '/rates?country=GB'])(
  '%s is the start page, under a content policy',
  async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('start page');
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

test('the start page by its own name is under the content policy too', async () => {
  const { headers } = await app.inject({ url: '/index.html' });
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('a page with a first view comes with it, unless a query asks for another', async () => {
  const first = await app.inject({ url: '/pricing' });
  expect(first.body).toContain('prices');
  expect(first.headers['content-security-policy']).toContain("default-src 'self'");
  expect((await app.inject({ url: '/pricing?q=ghana' })).body).toContain('start page');
});

test('the script in a first view may run, as it is at that moment, and no other', async () => {
  const scripts = async () => {
    const policy = (await app.inject({ url: '/pricing' })).headers['content-security-policy'];
    return `${policy}`.split('; ').find((directive) => directive.startsWith('script-src'));
  };
  const hashOf = (script: string) => createHash('sha256').update(script).digest('base64');

  expect(await scripts()).toBe(`script-src 'self' 'sha256-${hashOf('let farline;')}'`);

  await writeFile(join(root, 'before-paint.js'), 'let newer;');
  expect(await scripts()).toBe(`script-src 'self' 'sha256-${hashOf('let newer;')}'`);
  expect((await app.inject({ url: '/' })).headers['content-security-policy']).not.toContain('sha256');
});

test('what the build has compressed is sent as it stands to who takes it, under the same headers', async () => {
  const page = brotliCompressSync('<!doctype html><title>terms</title>');
  await writeFile(join(root, 'terms.html'), '<!doctype html><title>terms</title>');
  await writeFile(join(root, 'terms.html.br'), page);

  const answer = await app.inject({ url: '/terms.html', headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
  expect(answer.rawPayload).toEqual(page);
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' });
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");

  const piece = await app.inject({ url: '/terms.html', headers: { 'accept-encoding': 'br', range: 'bytes=900-990' } });
  expect(piece.statusCode).toBe(200);
  const plain = await app.inject({ url: '/terms.html' });
  expect(plain.body).toContain('terms');
  expect(plain.headers['content-encoding']).toBeUndefined();
});

test('a file is itself and lasts, also one that was built after the start', async () => {
  await writeFile(join(root, 'assets', 'app-1234.js'), 'let farline;');
  const answer = await app.inject({ url: '/assets/app-1234.js' });
  expect(answer.body).toBe('let farline;');
  expect(answer.headers['cache-control']).toContain('immutable');
});

test.each(['/api/v1/nothing', '/assets/gone.js', '/first/pricing.html', '/../package.json'])(
  '%s is not found, and no page pretends',
  async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(404);
  },
);

describe('what the scripts of a page may speak to', () => {
  const connectTo = async (url: string, lineUrl: string) => {
    const server = await createHttpServer({ log: createLog('silent'), allowedOrigins: [], trustProxy: false });
    await addWebPages(server, root, { lineUrl: () => lineUrl });
    const policy = (await server.inject({ url })).headers['content-security-policy'];
    await server.close();
    return `${policy}`.split('; ').find((directive) => directive.startsWith('connect-src'));
  };

  test.each([
    ['wss://phone.example.org/sip', "connect-src 'self' wss://phone.example.org"],
    ['ws://localhost:4002/', "connect-src 'self' ws://localhost:4002"],
    ['ws://127.0.0.1:4002/', "connect-src 'self' ws://127.0.0.1:4002"],
    ['wss://203.0.113.7:4002/', "connect-src 'self' wss:"],
    ['ws://[::1]:4002/', "connect-src 'self' ws:"],
    ['ws://a;b:4002/', "connect-src 'self' ws:"],
  ])('is this server, and the telephone line at %s', async (lineUrl, allowed) => {
    expect(await connectTo('/dashboard', lineUrl)).toBe(allowed);
    expect(await connectTo('/pricing', lineUrl)).toBe(allowed);
  });

  test('is any host on the page alone where the visitor types one', async () => {
    const line = 'wss://phone.example.org/sip';
    const wide = "connect-src 'self' wss://phone.example.org http: https:";
    expect(await connectTo('/calling-cards-ivr-test', line)).toBe(wide);
    expect(await connectTo('/calling-cards-ivr-test?x=1', line)).toBe(wide);
    expect(await connectTo('/calling-cards-ivr-test/more', line)).not.toContain('https:');
  });
});

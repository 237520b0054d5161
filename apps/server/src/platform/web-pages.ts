import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { HttpServer } from './http-server.ts';
import { notFound } from './problems.ts';

const POLICY =
  "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob: mediastream:; style-src 'self' 'unsafe-inline'; " +
  "connect-src 'self' ws: wss: http: https:; font-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'";

/** Serves the built web app: its files as they are, and its start page for every other address that a person opens. */
export async function addWebPages(app: HttpServer, root: string | null): Promise<void> {
  const startPage = root !== null && (await stat(join(root, 'index.html')).catch(() => null)) !== null;
  if (root !== null && startPage) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      setHeaders: (reply, path) => {
        const lasting = path.includes('/assets/');
        reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      !/\.[a-z0-9]+$/i.test(request.url.split('?')[0] ?? '');
    if (!startPage || !wantsPage) throw notFound('This address');
    return reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache').sendFile('index.html');
  });
}

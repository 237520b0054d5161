import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpServer } from './http-server.ts';
import { notFound } from './problems.ts';

const POLICY =
  "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob: mediastream:; style-src 'self' 'unsafe-inline'; " +
  "object-src 'none'; font-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'";

/** The one page that asks a host which the visitor types: the specification's simulator of a card line. */
const ASKS_ANY_HOST = '/calling-cards-ivr-test';

/** First views have these scripts in them: one way to the server less before the first paint, and before the first figures. */
const SCRIPTS_IN_PAGES = ['before-paint.js', 'ask-early.js'];

/**
 * Serves the built web app: its files as they are, and its start page for every other address that a person opens; with
 * the page's first view in it where the build has made one. An address with a query gets none: it may ask for another.
 */
export async function addWebPages(
  app: HttpServer,
  root: string | null,
  options: {
    /** Where the pages' telephone line leads, for whoever sends this request: `wss://phone.example.org/sip`. */
    lineUrl?: (request: FastifyRequest) => string;
  } = {},
): Promise<void> {
  const isBuilt = root !== null && (await stat(join(root, 'index.html')).catch(() => null)) !== null;
  const firstViews = new Set(root === null ? [] : await readdir(join(root, 'first')).catch(() => []));
  const policyOf = (request: FastifyRequest) => `${POLICY}; ${connectPolicy(request, options.lineUrl?.(request))}`;
  const startPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { url } = request;
    const own = `${url === '/' ? 'landing' : url.slice(1)}.html`;
    const file = firstViews.has(own) ? `first/${own}` : 'index.html';
    const shared = policyOf(request);
    const policy = file === 'index.html' ? shared : `${shared}; ${await scriptPolicy(root ?? '')}`;
    return await reply.header('content-security-policy', policy).header('cache-control', 'no-cache').sendFile(file);
  };
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      preCompressed: true,
      // A piece of a file would be one of its compressed form, or none.
      acceptRanges: false,
      setHeaders: (reply, path) => {
        const lasting = path.includes('/assets/');
        reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (/\.html(\.br)?$/.test(path) && !reply.hasHeader('content-security-policy')) {
          reply.header('content-security-policy', `${POLICY}; connect-src 'self'`);
        }
      },
    });
    // A first view by its own name is no address: its script may run only where the page is opened.
    app.get('/first/*', { schema: { hide: true } }, () => {
      throw notFound('This address');
    });
    app.get('/', { schema: { hide: true } }, async (request, reply) => await startPage(request, reply));
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !/\.[a-z0-9]+$/i.test(path);
    if (!isBuilt || !isPage) throw notFound('This address');
    return await startPage(request, reply);
  });
}

/** Lets those scripts run where they stand (CSP Level 3, section 6.7.3.3). Read each time: the pages may be built anew. */
async function scriptPolicy(root: string): Promise<string> {
  const scripts = await Promise.all(
    SCRIPTS_IN_PAGES.map(async (name) => await readFile(join(root, name)).catch(() => null)),
  );
  const hashes = scripts
    .filter((script) => script !== null)
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return `script-src 'self' ${hashes.join(' ')}`;
}

/** Scripts of a page speak to this server and to its telephone line alone: nothing that got in sends anything elsewhere. */
function connectPolicy(request: FastifyRequest, lineUrl: string | undefined): string {
  const places = ["'self'", ...(lineUrl === undefined ? [] : [lineSource(lineUrl)])];
  if (request.url.split('?')[0] === ASKS_ANY_HOST) places.push('http:', 'https:');
  return `connect-src ${places.join(' ')}`;
}

/** A source by host; a policy knows no addresses of IPv6, and of IPv4 127.0.0.1 alone (CSP Level 3 §6.7.2.10). */
function lineSource(lineUrl: string): string {
  const { protocol, host, hostname } = new URL(lineUrl);
  const hasName = /^[a-z0-9.-]+$/i.test(hostname) && !/^[\d.]+$/.test(hostname);
  return hasName || hostname === '127.0.0.1' ? `${protocol}//${host}` : protocol;
}

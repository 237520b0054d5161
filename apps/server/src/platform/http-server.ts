import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Precedence, RateLimit, RefusalCode } from '@farline/contracts';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import websocket from '@fastify/websocket';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
  type RouteOptions,
  type RawServerDefault,
} from 'fastify';
import { jsonSchemaTransform, serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { isWithoutConnection } from './database.ts';
import { validateRequest } from './validate-request.ts';
import { newId } from './ids.ts';
import { letGoOf } from './let-go.ts';
import type { Log } from './log.ts';
import { isLoopbackUrl } from './loopback.ts';
import { Problem, tooBusy, unauthorized, undeclaredRefusals } from './problems.ts';
import { addUploads, ARRIVAL } from './http-files.ts';
import { type Deeds, notingDeeds, type Work } from './work.ts';

/** Routes added to it take their types from their zod schemas. */
export type HttpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Who sends a request, once its token has been checked. */
export type Identity = { userId: string; accountId: string; sessionId: string; role: 'customer' | 'operator' };

/** Who sends a request on a route behind `requireUser`. */
export function identityOf(request: { identity: Identity | null }): Identity {
  if (request.identity === null) throw unauthorized();
  return request.identity;
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null;
    /** Of a request with an Idempotency-Key: see idempotency.ts. */
    work?: Work;
    /** Of a request that changes something; none before its route has begun. */
    deeds?: Deeds;
  }
  interface FastifyContextConfig {
    /** Accepts an Idempotency-Key: see idempotency.ts. */
    idempotent?: boolean;
    /** Closed to whoever has not confirmed their mail address. */
    confirmedOnly?: boolean;
    /** How often an account may ask: see account-rate-limits.ts. */
    perAccount?: RateLimit;
    /** How often an account, or an address without one, may ask: see client-rate-limits.ts. */
    perClient?: RateLimit;
    /** Whether and when it is refused while the server is overloaded: see admission/refuse-requests.ts. */
    precedence?: Precedence;
    /** The codes that it declares. */
    refusals?: readonly RefusalCode[];
  }
}

const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * The HTTP server with what every route shares: schemas checked both ways, problem replies, limits, security headers,
 * OpenAPI. Modules add their routes to it.
 */
export async function createHttpServer(options: {
  log: Log;
  allowedOrigins: string[];
  /** Pages at other ports of this machine may ask the API too, with the token that they were given and without cookies. */
  allowsLoopback?: boolean;
  /** See trusted-proxies.ts. */
  trustProxy: false | string[];
  /** Where people reach it. With https their browsers are told to come by https alone, for a year (RFC 6797). */
  publicUrl?: string;
}): Promise<HttpServer> {
  const logger: FastifyBaseLogger = options.log;
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    ...ARRIVAL,
    trustProxy: options.trustProxy,
    genReqId: () => newId(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validateRequest);
  app.setSerializerCompiler(serializerCompiler);
  noteOfRequests(app);
  app.setErrorHandler(replyWithProblem);
  const transport: Record<string, string> =
    options.publicUrl?.startsWith('https:') === true ? { 'strict-transport-security': 'max-age=31536000' } : {};
  app.addHook('onSend', async (request, reply) => {
    reply.headers({
      ...transport,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...(reply.hasHeader('referrer-policy') ? {} : { 'referrer-policy': 'strict-origin-when-cross-origin' }),
      'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
    });
    // Most of what the API answers is somebody's own: no cache keeps it, unless its route says how.
    if (request.url.startsWith('/api/v1/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
  });
  // An empty JSON body is an empty object: the specification's POST calls without payload send one or the other.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, {});
    // PostgreSQL stores no U+0000, and no field of ours means anything with it.
    if (body.includes('\\u0000')) {
      return done(new Problem('invalid_request', 400, 'The request contains a character that can’t be stored.'));
    }
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new Problem('invalid_json', 400, 'The request isn’t valid JSON.'), undefined);
    }
  });

  await app.register(cookie);
  await app.register(cors, {
    delegator: async (request: FastifyRequest) => sharingWith(request, options),
  });
  await addUploads(app);
  await app.register(compress, { threshold: 1024, globalDecompression: false });
  await app.register(websocket, {
    options: {
      maxPayload: 16 * 1024,
      verifyClient: ({ origin }, done) =>
        done(origin === undefined || options.allowedOrigins.includes(origin), 403, 'Forbidden'),
    },
  });
  await app.register(swagger, {
    openapi: {
      info: { title: 'Farline', version: '1', description: 'Calls and messages to any number, on a prepaid balance.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  return app;
}

/** What pages of an origin may do here (CORS). Neighbours have the API alone: captured mail lies beside it. */
function sharingWith(
  { url, headers: { origin } }: FastifyRequest,
  options: { allowedOrigins: string[]; allowsLoopback?: boolean },
) {
  const shared = { methods: ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'], exposedHeaders: ['Retry-After'] };
  const isOpen = options.allowsLoopback === true && url.startsWith('/api/v1/');
  const isNeighbour = isOpen && origin !== undefined && isLoopbackUrl(origin);
  if (isNeighbour && !options.allowedOrigins.includes(origin)) return { ...shared, origin };
  return { ...shared, origin: options.allowedOrigins, credentials: true };
}

/** What failed may have failed after the deed. */
const AFTER_A_FAULT = 'If you were changing something, see whether it was done before you try again.';

/** When to ask again where no connection to the database came free. */
const CROWDED_RETRY_SECONDS = 2;

const CHANGES_NOTHING = new Set(['GET', 'HEAD']);

/** What is known of a request while it is worked on: whose it is, and what it may have changed. */
function noteOfRequests(app: HttpServer): void {
  app.decorateRequest('identity', null);
  app.decorateRequest('deeds');
  app.addHook('onRoute', noteDeedsOf);
}

/** Notes of each request of a route whether it may have changed something already, where it is not only asked. */
function noteDeedsOf(route: RouteOptions): void {
  const { handler, method } = route;
  if (route.websocket === true || [method].flat().every((one) => CHANGES_NOTHING.has(one))) return;
  route.handler = function (request, reply) {
    const deeds: Deeds = { mayBeDone: false };
    request.deeds = deeds;
    return notingDeeds(deeds, () => handler.call(this, request, reply));
  };
}

function replyWithProblem(cause: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const said = { request: request.id, route: request.routeOptions.url };
  // What may have changed something before it looked for another connection is not to be sent again unseen.
  const isCrowded = isWithoutConnection(cause) && request.deeds?.mayBeDone !== true;
  if (isCrowded) request.log.warn(said, 'no connection to the database came free in time');
  const error = isCrowded ? tooBusy(CROWDED_RETRY_SECONDS) : cause;
  if (error instanceof Problem) {
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
    refuse(error, request, reply);
    return;
  }
  const refused = requestRefusals[(error as { code?: string }).code ?? ''];
  if (refused !== undefined) {
    refuse(refused, request, reply);
    return;
  }
  if (isAborted(error, request)) {
    request.log.info(said, 'a request was aborted by its client');
    // Nobody reads it.
    reply.status(400).send({ message: 'The request was aborted.', code: 'aborted' });
    return;
  }
  request.log.error({ err: error, ...said }, 'request failed');
  reply.status(500).send({
    message: `Something went wrong on our side. ${AFTER_A_FAULT} Reference: ${request.id}`,
    code: 'internal_error',
    reference: request.id,
  });
}

/** A code that its route does not declare is answered all the same: whoever asked gets the sentence, and the log the fault. */
function refuse(problem: Problem, request: FastifyRequest, reply: FastifyReply): void {
  const { url, config } = request.routeOptions;
  if (config.refusals?.includes(problem.code) === false) {
    const undeclared = { route: `${request.method} ${url}`, code: problem.code };
    request.log.error({ request: request.id, ...undeclared }, 'a refusal that its route does not declare');
    undeclaredRefusals.publish(undeclared);
  }
  reply.status(problem.status).send(problem.body());
}

const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']);

/** Whether the client went away in the middle: nothing of ours failed. */
function isAborted(error: unknown, request: FastifyRequest): boolean {
  return CUT_OFF.has((error as { code?: string }).code ?? '') && request.raw.socket.destroyed;
}

const requestRefusals: Record<string, Problem | undefined> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Problem('body_too_large', 413, 'The request is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Problem('unsupported_media_type', 415, 'Send the request as application/json.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Problem(
    'invalid_request',
    400,
    'The length of the request doesn’t match its header.',
  ),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Problem('invalid_json', 400, 'The request isn’t valid JSON.'),
  FST_ERR_BAD_URL: new Problem('invalid_request', 400, 'The address of the request isn’t valid.'),
};

/**
 * Listens on every address of the list with one port; with port 0, on a free one. An IPv6 address on a machine without
 * IPv6 is left out. Returns the port. Closing the server waits for what is under way at each of them.
 */
export async function listenOn(app: HttpServer, options: { addresses: string[]; port: number }): Promise<number> {
  const [first, ...others] = options.addresses;
  const twins: Server[] = [];
  let twinsClosed: Promise<unknown> = Promise.resolve();
  const letGo = letGoOf(app.server);
  app.addHook('preClose', async () => {
    letGo();
    twinsClosed = Promise.all(twins.map(closed));
  });
  app.addHook('onClose', async () => await twinsClosed);
  await app.listen({ host: first ?? '127.0.0.1', port: options.port });
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : options.port;
  for (const address of others) twins.push(await listenToo(app, address, port));
  return port;
}

/** Hands its connections to the HTTP server, whose limits and farewell are then theirs too. */
async function listenToo(app: HttpServer, address: string, port: number): Promise<Server> {
  // As Node's HTTP server has its own.
  const connection = { allowHalfOpen: true, noDelay: true };
  const twin = createServer(connection, (socket: Socket) => app.server.emit('connection', socket));
  await new Promise<void>((resolve, reject) => {
    twin.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve();
      else reject(error);
    });
    twin.listen({ host: address, port }, () => resolve());
  });
  return twin;
}

async function closed(server: Server): Promise<void> {
  // One that never listened says so, and is closed too.
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

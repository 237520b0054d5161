import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { CallLog } from './call-log.ts';
import type { MessageCentre } from './message-centre/message-centre.ts';
import type { PlacedCalls } from './placed-calls.ts';

const USUAL_LIMIT = 100;

/** What the record is made of. */
export interface RecordSources {
  calls: CallLog;
  placed: PlacedCalls;
  centre: MessageCentre;
  log: (sentence: string) => void;
}

const NUMBER = z.string().regex(/^\+?[0-9]{3,20}$/, 'must be a number');
const wantedCall = z.object({
  to: NUMBER,
  from: z
    .string()
    .regex(/^(\+?[0-9]{3,20}|anonymous)$/, 'must be a number, or anonymous')
    .default('+447700900555'),
  trunk: z.string().default('sandbox-a'),
  verstat: z.enum(['TN-Validation-Passed', 'TN-Validation-Failed', 'No-TN-Validation']).optional(),
  says: z.number().min(300).max(3000).optional(),
  hums: z.number().min(300).max(3000).optional(),
});
const writtenText = z.object({
  to: NUMBER,
  from: NUMBER.default('+447700900555'),
  text: z.string().min(1).max(2000).default('Hello'),
  kind: z.enum(['text', 'mms']).default('text'),
});
const MOST_BYTES = 10_000;
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Tells over HTTP what the far side knows. `GET /calls` → `{ calls: CallRecord[] }`, oldest first, the latest 100 or
 * `?limit=`, of one number with `?dialled=`; `DELETE /calls?dialled=` hangs up; `GET /health` → `{ status: 'ok', openCalls }`.
 * And lets it call by itself: `POST /placed` with `{ to, from?, trunk?, verstat?, says?, hums? }` → `{ call: PlacedCallRecord }`,
 * `GET /placed/{callId}`, `DELETE /placed/{callId}` to hang up. Of messages, `GET /messages` → `{ messages: MessageRecord[], taken }`
 * with `?to=` and `?limit=`, and `POST /written` with `{ to, from?, text?, kind? }` has a telephone write → `{ parts }`.
 */
export function serveRecord(
  sources: RecordSources,
  where: { host: string; port: number },
): Promise<{ server: Server; port: number }> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    void answerOrSayWhy(sources, request).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body)),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where.port, where.host, () => {
      // A server that listens on a port has an address, not a path.
      resolve({ server, port: (server.address() as AddressInfo).port });
    });
  });
}

type Answer = [status: number, body: unknown];

/** Whatever is sent, and however it breaks off, ends no call that is under way. */
async function answerOrSayWhy(sources: RecordSources, request: IncomingMessage): Promise<Answer> {
  try {
    const url = URL.parse(request.url ?? '/', 'http://record');
    return url === null ? [400, { message: 'That is no address.' }] : await answer(sources, request, url);
  } catch (error) {
    sources.log(`${request.method} failed: ${error instanceof Error ? error.stack : String(error)}`);
    return [500, { message: 'Our fault.' }];
  }
}

async function answer(sources: RecordSources, request: IncomingMessage, url: URL): Promise<Answer> {
  const [, place, callId] = /^\/(placed)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
  if (url.pathname === '/calls' && request.method === 'DELETE') {
    return sources.calls.hangUp(url.searchParams.get('dialled') ?? '') > 0 ? [200, {}] : noSuchCall;
  }
  if (url.pathname === '/written') {
    return request.method === 'POST' ? await writeText(sources.centre, request) : notUnderstood;
  }
  if (place === undefined) return request.method === 'GET' ? tell(sources, url) : notUnderstood;
  if (callId === undefined) return request.method === 'POST' ? await placeCall(sources.placed, request) : notUnderstood;
  if (request.method === 'DELETE') return sources.placed.hangUp(callId) ? [200, {}] : noSuchCall;
  const call = sources.placed.find(callId);
  return call === null ? noSuchCall : [200, { call }];
}

const notUnderstood: Answer = [405, { message: 'This is not understood here.' }];
const noSuchCall: Answer = [404, { message: 'There is no such call.' }];

async function placeCall(placed: PlacedCalls, request: IncomingMessage): Promise<Answer> {
  return await withBody(request, wantedCall, (wanted) => {
    const call = placed.place(wanted);
    return call === null ? [400, { message: 'There is no such trunk.' }] : [201, { call }];
  });
}

async function writeText(centre: MessageCentre, request: IncomingMessage): Promise<Answer> {
  return await withBody(request, writtenText, (written) => [201, { parts: centre.write(written) }]);
}

async function withBody<Body>(
  request: IncomingMessage,
  schema: z.ZodType<Body>,
  act: (body: Body) => Answer,
): Promise<Answer> {
  // Another type could be sent by any page that a person has open, without asking.
  if (request.headers['content-type'] !== 'application/json') return [415, { message: 'Send JSON.' }];
  const body = await bodyOf(request);
  if (body === null) return [413, { message: 'That is too large.' }];
  const read = schema.safeParse(readJson(body));
  if (!read.success) return [400, { message: read.error.issues.map((issue) => issue.message).join('; ') }];
  return act(read.data);
}

/** The body as text; null when it is too large. It is heard to its end, so that whoever sends it hears the refusal. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= MOST_BYTES) parts.push(part);
  }
  return bytes > MOST_BYTES ? null : Buffer.concat(parts).toString('utf8');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function tell({ calls, centre }: RecordSources, url: URL): Answer {
  if (url.pathname === '/health') return [200, { status: 'ok', openCalls: calls.open }];
  const limit = Number(url.searchParams.get('limit') ?? USUAL_LIMIT);
  if (!Number.isInteger(limit) || limit < 1) return [400, { message: 'limit must be a whole number above zero.' }];
  switch (url.pathname) {
    case '/calls':
      return [200, { calls: calls.find({ dialled: url.searchParams.get('dialled'), limit }) }];
    case '/messages': {
      const messages = centre.messages.find({ to: url.searchParams.get('to'), limit });
      return [200, { messages, taken: centre.messages.taken }];
    }
    default:
      return [404, { message: 'There are /calls, /placed, /messages, /written and /health.' }];
  }
}

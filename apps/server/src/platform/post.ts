import { Agent as PlainAgent, type ClientRequest, type IncomingMessage, request as askPlain } from 'node:http';
import { Agent as TlsAgent, request as askTls } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Longer answers are not read. */
const MOST_OCTETS = 64 * 1024;
/** A connection that nobody used for longer is not used again: the provider may be about to close it. */
const IDLE_MS = 3_000;
/** Longer than this nobody is left alone, whatever they ask. */
const LONGEST_RETRY_AFTER_MS = 15 * 60_000;

/** A request as it is sent. */
export type WrittenRequest = { url: URL; method: string; headers: Record<string, string>; body: string | Buffer };

export type Posted =
  /** `body` null: it is too long, or did not come whole in time. */
  | { state: 'answered'; status: number; retryAfter: string | null; body: string | null }
  /** Nothing of the request has left. */
  | { state: 'not_sent'; why: string }
  /** It left, and nothing came back. */
  | { state: 'lost'; why: string };

export type Agents = { plain: PlainAgent; tls: TlsAgent };

/** Connections that are used again. `ca`: roots of our own (PEM), null for Node's. */
export function openAgents(ca: string | null): Agents {
  const kept = { keepAlive: true, timeout: IDLE_MS };
  return { plain: new PlainAgent(kept), tls: new TlsAgent({ ...kept, ...(ca === null ? {} : { ca }) }) };
}

/** What a Retry-After asks for (RFC 9110 §10.2.3), within a bound; null: nothing that can be understood. */
export function retryAfterMs(text: string | null, now: Date): number | null {
  if (text === null) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS);
}

/** Asks once, follows no redirect, and says whether the request may have arrived. Never rejects. */
export async function post(
  written: WrittenRequest,
  how: { agents: Agents; connectMs: number; answerMs: number; signal: AbortSignal },
): Promise<Posted> {
  return await new Promise((resolve) => {
    const isTls = written.url.protocol === 'https:';
    const options = { method: written.method, headers: written.headers };
    const request = isTls
      ? askTls(written.url, { ...options, agent: how.agents.tls })
      : askPlain(written.url, { ...options, agent: how.agents.plain });
    let hasLeft = false;
    let isOver = false;
    let answer: IncomingMessage | null = null;

    const settle = (posted: Posted) => {
      isOver = true;
      clearTimeout(timer);
      how.signal.removeEventListener('abort', onAbort);
      resolve(posted);
    };
    const fail = (why: string) => {
      if (isOver) return;
      const status = answer?.statusCode;
      if (answer !== null && status !== undefined) settle({ ...headOf(answer, status), body: null });
      else settle(hasLeft ? { state: 'lost', why } : { state: 'not_sent', why });
      request.destroy();
    };
    // What has arrived is read first: where this machine stood still, the answer lies in the socket.
    const after = (ms: number, why: string) => setTimeout(() => setImmediate(fail, why), ms);
    const onAbort = () => fail('we are closing');
    let timer = after(how.connectMs, 'no connection in time');

    onceOpen(request, isTls, () => {
      hasLeft = true;
      clearTimeout(timer);
      timer = after(how.answerMs, 'no answer in time');
    });
    request.on('response', (response) => {
      answer = response;
      readBody(response, (body) => {
        if (isOver) return;
        if (body === null || response.statusCode === undefined) return fail('the answer could not be read');
        settle({ ...headOf(response, response.statusCode), body });
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.name));
    request.on('close', () => fail('the connection was closed'));
    how.signal.addEventListener('abort', onAbort);
    if (how.signal.aborted) return onAbort();
    request.end(written.body);
  });
}

function onceOpen(request: ClientRequest, isTls: boolean, open: () => void): void {
  request.once('socket', (socket: Socket) => {
    const isOpening =
      socket.connecting || (isTls && (socket as TLSSocket & { secureConnecting?: boolean }).secureConnecting === true);
    if (request.reusedSocket || !isOpening) return open();
    socket.once(isTls ? 'secureConnect' : 'connect', open);
  });
}

function headOf(response: IncomingMessage, status: number) {
  return { state: 'answered' as const, status, retryAfter: response.headers['retry-after'] ?? null };
}

function readBody(response: IncomingMessage, done: (body: string | null) => void): void {
  const chunks: Buffer[] = [];
  let octets = 0;
  response.on('data', (chunk: Buffer) => {
    octets += chunk.length;
    if (octets > MOST_OCTETS) return done(null);
    chunks.push(chunk);
  });
  response.on('end', () =>
    done(response.complete && octets <= MOST_OCTETS ? Buffer.concat(chunks).toString('utf8') : null),
  );
  response.on('error', () => done(null));
  response.on('close', () => done(null));
}

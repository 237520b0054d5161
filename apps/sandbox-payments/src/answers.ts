import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

const MOST_BODY_BYTES = 16 * 1024;

/** A refusal of a request: a status, a stable code and a sentence. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The body of a request as text; refuses more than 16 KiB, heard to its end so that whoever sends it hears the refusal. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= MOST_BODY_BYTES) parts.push(part);
  }
  if (bytes > MOST_BODY_BYTES) throw new Refusal(413, 'body_too_large', 'The request is too large.');
  return Buffer.concat(parts).toString('utf8');
}

/** The address of a request; refuses what is none. */
export function addressOf(request: IncomingMessage): URL {
  const url = URL.parse(request.url ?? '/', 'http://provider');
  if (url === null) throw notAnAddress();
  return url;
}

/** The parts of a path between its slashes; refuses what is not well encoded (RFC 3986 §2.1). */
export function partsOf({ pathname }: URL): string[] {
  try {
    return pathname.split('/').map(decodeURIComponent);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw notAnAddress();
  }
}

const notAnAddress = () => new Refusal(400, 'bad_address', 'That is no address.');

/** A JSON body by its schema; refuses anything else. */
export function readJson<T>(schema: z.ZodType<T>, body: string): T {
  let value: unknown;
  try {
    value = body === '' ? {} : JSON.parse(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Refusal(400, 'invalid_json', 'The request isn’t valid JSON.');
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new Refusal(400, 'invalid_request', z.prettifyError(read.error));
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

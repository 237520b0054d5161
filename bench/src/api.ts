import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export type Api = {
  /** Throws `NotDone` where it is answered with anything but 200 or 201. */
  get(path: string, token?: string): Promise<unknown>;
  post(path: string, body: unknown, token?: string, key?: string): Promise<unknown>;
  put(path: string, body: unknown, token?: string): Promise<unknown>;
  close(): void;
};

/** It was answered, but with neither 200 nor 201. */
export class NotDone extends Error {
  readonly status: number;

  constructor(asked: string, status: number, answer: string) {
    super(`${asked} was answered with ${status}: ${answer.slice(0, 300)}`);
    this.status = status;
  }
}

/** JSON over connections that stay open, as browsers keep them. */
export function createApi(port: number): Api {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const ask = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    said: { body?: unknown; token: string | undefined; key?: string | undefined },
  ) => {
    const { body, token, key } = said;
    const text = body === undefined ? '' : JSON.stringify(body);
    return await new Promise((resolve, reject) => {
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          path: `/api/v1${path}`,
          method,
          timeout: 10_000,
          headers: {
            ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          },
        },
        (reply) => {
          let heard = '';
          reply.setEncoding('utf8');
          reply.on('data', (chunk: string) => (heard += chunk));
          reply.on('error', reject);
          reply.on('end', () => {
            if (reply.statusCode === 200 || reply.statusCode === 201) resolve(JSON.parse(heard));
            else reject(new NotDone(`${method} ${path}`, reply.statusCode ?? 0, heard));
          });
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} was not answered in time`)));
      sent.on('error', reject);
      sent.end(text);
    });
  };
  return {
    get: async (path, token) => await ask('GET', path, { token }),
    post: async (path, body, token, key) => await ask('POST', path, { body, token, key }),
    put: async (path, body, token) => await ask('PUT', path, { body, token }),
    close: () => agent.destroy(),
  };
}

/** More was asked than can be done. */
export const BUSY = 503;
/** Too many requests; too much to do. */
export const REFUSALS: readonly number[] = [429, BUSY];
const AGAIN_AFTER_MS = 1_000;
const MOST_TRIES = 60;

/** Asks what is prepared and not measured, again and again while there is too much to do. */
export async function patiently<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof NotDone) || error.status !== BUSY || tries >= MOST_TRIES) throw error;
      await wait(AGAIN_AFTER_MS);
    }
  }
}

/** Does something for each of many, so many at once; results in their order. */
export async function inTurns<One, Result>(
  all: readonly One[],
  atOnce: number,
  work: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let place = next++; place < all.length; place = next++) results[place] = await work(all[place] as One);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

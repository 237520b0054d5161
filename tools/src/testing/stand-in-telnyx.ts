import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Answer,
  type Asked,
  refusal,
  TELNYX_CONNECTION,
  TELNYX_PROFILE,
  TelnyxBook,
} from './stand-in-telnyx-book.ts';

export type { Stocked } from './stand-in-telnyx-book.ts';

export const TELNYX_KEY = 'KEY0123456789ABCDEF_standin';

/** `before`: it does not do what it was asked; `after`: it does it, and the answer goes wrong. */
export type Fault =
  | { when: 'before' | 'after'; fails: 'silent' | 'reset' | 'garbage' }
  /** The answer comes when the test wants. */
  | { when: 'after'; fails: 'late'; until: Promise<unknown> }
  | { when: 'before' | 'after'; fails: 'status'; status: number; retryAfter?: string };

const FILTERS: Record<string, RegExp> = {
  '/available_phone_numbers':
    /^filter\[(country_code|limit|best_effort|phone_number_type|phone_number\]\[(ends_with|contains))\]$/,
  '/number_orders': /^filter\[customer_reference\]$/,
  '/sub_number_orders': /^filter\[order_request_id\]$/,
  '/phone_numbers': /^filter\[phone_number\]$/,
};

/**
 * A stand-in for Telnyx on this machine, as its API version 2 is documented (https://developers.telnyx.com/api-reference): it searches its stock,
 * takes orders of what was searched, cancels and releases; it refuses what it does not know, and does wrong what a test says it should.
 */
export async function standInTelnyx() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
  const book = new TelnyxBook();
  const asked: Asked[] = [];
  const faults: { what: RegExp; fault: Fault; times: number }[] = [];
  const refused: string[] = [];
  let isDead = false;

  const take = (request: IncomingMessage, response: ServerResponse, one: Asked) => {
    asked.push(one);
    if (isDead) return void request.socket.destroy();
    const wrong = whatIsWrong(request, one);
    if (wrong !== null) {
      refused.push(`${one.method} ${one.path}: ${JSON.stringify(wrong.body)}`);
      return send(response, wrong);
    }
    const wished = faults.find(({ what, times }) => times > 0 && what.test(`${one.method} ${one.path}`));
    if (wished !== undefined) wished.times -= 1;
    const fault = wished?.fault ?? null;
    if (fault?.when === 'before') return goWrong(response, fault);
    const answer = book.answer(one);
    if (fault?.fails === 'late') return void fault.until.then(() => send(response, answer));
    if (fault !== null) return goWrong(response, fault);
    send(response, answer);
  };
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://telnyx');
      take(request, response, { method: request.method ?? '', path: pathname.replace(/^\/v2/, ''), query, body });
    });
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;

  return {
    ...{ url, asked, refused, book },
    publicKey: key,
    env: (over: Record<string, string> = {}) => ({ ...environmentOf(url, key), ...over }),
    /** The next questions of this kind, such as /^POST/, go wrong. */
    fail: (what: RegExp, fault: Fault, times = 1) => void faults.push({ what, fault, times }),
    /** Nothing goes wrong any more. */
    mend: () => void faults.splice(0),
    /** Nobody answers from now on, or somebody again. */
    die: (dead: boolean) => {
      isDead = dead;
    },
    /** How often something was asked. */
    count: (what: RegExp) => asked.filter(({ method, path }) => what.test(`${method} ${path}`)).length,
    tell: async (origin: string, told: { reference: string; at?: Date; type?: string; signedBy?: KeyObject }) =>
      await tell(origin, privateKey, told),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a server is told, to use it. */
const environmentOf = (url: string, publicKey: string): Record<string, string> => ({
  ...{ FARLINE_NUMBER_PROVIDER: 'telnyx', TELNYX_API_KEY: TELNYX_KEY, TELNYX_API_URL: url },
  ...{
    TELNYX_PUBLIC_KEY: publicKey,
    TELNYX_CONNECTION_ID: TELNYX_CONNECTION,
    TELNYX_MESSAGING_PROFILE_ID: TELNYX_PROFILE,
  },
  ...{ FARLINE_NUMBER_COUNTRIES: 'US,GB', FARLINE_NUMBER_MARGIN: '50' },
  FARLINE_NUMBER_MINUTES: 'fixed=0.01,mobile=0.02,toll_free=0.03',
});

function whatIsWrong(request: IncomingMessage, { method, path, query, body }: Asked): Answer | null {
  if (request.headers.authorization !== `Bearer ${TELNYX_KEY}`) return refusal(401, '10009', 'Authentication failed');
  const known = FILTERS[path];
  for (const name of query.keys()) {
    if (known?.test(name) !== true) return refusal(400, '10002', `unknown parameter ${name}`);
  }
  if (method === 'GET' && path === '/available_phone_numbers' && query.get('filter[country_code]') === null) {
    return refusal(400, '10015', 'filter[country_code] is required');
  }
  if (method === 'POST' && path === '/number_orders') return whatIsWrongWithOrder(request, body);
  return null;
}

function whatIsWrongWithOrder(request: IncomingMessage, body: unknown): Answer | null {
  const {
    phone_numbers: numbers,
    connection_id: connection,
    customer_reference: reference,
    ...rest
  } = body as Record<string, unknown>;
  const isJson = request.headers['content-type'] === 'application/json';
  const isOne = Array.isArray(numbers) && numbers.length === 1;
  const isRight = isJson && isOne && connection === TELNYX_CONNECTION && typeof reference === 'string';
  const isKnown = Object.keys(rest).every((name) => name === 'messaging_profile_id');
  return isRight && isKnown ? null : refusal(422, '10015', 'The order is not as documented');
}

function goWrong(response: ServerResponse, fault: Fault): void {
  switch (fault.fails) {
    case 'silent':
    case 'late':
      return;
    case 'reset':
      return void response.socket?.resetAndDestroy();
    case 'garbage':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance</html>');
    case 'status': {
      const headers = {
        'content-type': 'application/json',
        ...(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
      };
      response.writeHead(fault.status, headers).end(JSON.stringify({ errors: [{ code: '10011', title: 'stand-in' }] }));
    }
  }
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** As Telnyx signs: https://developers.telnyx.com/docs/development/api-fundamentals/webhooks */
async function tell(
  origin: string,
  key: KeyObject,
  told: { reference: string; at?: Date; type?: string; signedBy?: KeyObject },
): Promise<number> {
  const { reference, at = new Date(), type = 'number_order.complete', signedBy = key } = told;
  const body = JSON.stringify({
    data: {
      ...{ event_type: type, id: randomUUID(), occurred_at: at.toISOString(), record_type: 'event' },
      payload: { customer_reference: reference, connection_id: TELNYX_CONNECTION, phone_numbers: [] },
    },
    meta: { attempt: 1, delivered_to: origin },
  });
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const answer = await fetch(`${origin}/api/v1/webhooks/numbers/telnyx`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'telnyx-timestamp': timestamp },
      'telnyx-signature-ed25519': sign(null, Buffer.from(`${timestamp}|${body}`), signedBy).toString('base64'),
    },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  try {
    return text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { StripeJournal, type Thing } from './stripe-journal.ts';

/** The key and the secret that the fake takes. */
export const STRIPE_KEY = 'sk_test_of_the_fake';
export const STRIPE_WEBHOOK_SECRET = 'whsec_of_the_fake';

/**
 * As much of Stripe's HTTP API as this product asks, on this machine: form bodies, bearer key, idempotency keys, errors and
 * lists in Stripe's shapes, written from its reference. It proves what the real SDK sends and reads, not what Stripe does.
 */
export async function fakeStripe() {
  const journal = new StripeJournal();
  const answers = new Map<string, { asked: string; status: number; body: unknown }>();
  let isDead = false;
  let isMute = false;
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) => {
      if (isMute && request.method === 'POST') return void request.socket.destroy();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    void bodyOf(request).then((text) => {
      if (isDead) return void request.socket.destroy();
      if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
        return send(401, { error: { type: 'invalid_request_error', message: 'No such key' } });
      }
      const key = request.headers['idempotency-key'];
      const url = new URL(request.url ?? '/', 'http://stripe');
      const asked = `${request.method} ${url.pathname} ${text}`;
      const kept = typeof key === 'string' && request.method === 'POST' ? answers.get(key) : undefined;
      if (kept !== undefined) {
        return kept.asked === asked
          ? send(kept.status, kept.body)
          : send(400, { error: { type: 'idempotency_error', message: 'Used for another request' } });
      }
      const fields = readForm(new URLSearchParams(request.method === 'GET' ? url.search : text));
      const { status, body } = journal.answer(request.method ?? 'GET', url.pathname.split('/').slice(2), fields);
      if (typeof key === 'string' && request.method === 'POST') answers.set(key, { asked, status, body });
      send(status, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It answers until the process ends: whoever asks while the server under test is stopped gets an answer too.
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    journal,
    /** Nobody answers from now on, or somebody again. */
    die: (dead: boolean) => {
      isDead = dead;
    },
    /** It does what it is asked to do from now on, and its answers are lost; or they come again. */
    fallMute: (mute: boolean) => {
      isMute = mute;
    },
    /** As Stripe does when they are a day old. */
    forgetKeys: () => answers.clear(),
    /** Tells a server what happened, signed by the SDK itself as Stripe signs. */
    tell: async (origin: string, told: { type: string; object: Thing; id?: string; at?: Date; secret?: string }) => {
      const body = JSON.stringify({
        ...{ id: told.id ?? `evt_${journal.nextNumber()}`, object: 'event', type: told.type },
        data: { object: told.object },
      });
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: told.secret ?? STRIPE_WEBHOOK_SECRET,
        timestamp: Math.floor((told.at ?? new Date()).getTime() / 1000),
      });
      const answer = await fetch(`${origin}/api/v1/webhooks/payments/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** `a[b][0]=c` as an object of objects, as Stripe reads forms. */
function readForm(form: URLSearchParams): Thing {
  const read: Thing = {};
  for (const [name, value] of form) {
    const keys = name.replaceAll(']', '').split('[');
    const last = keys.pop() ?? '';
    let place = read;
    for (const key of keys) place = (place[key] ??= {}) as Thing;
    place[last] = value;
  }
  return read;
}

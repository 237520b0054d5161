import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pushContent, type PushContent } from '@farline/contracts';
import { importJWK, jwtVerify } from 'jose';
import { decryptPush } from './decrypt-push.ts';

/** What a browser got, and how it was to be kept until then. */
export type ReceivedPush = { content: PushContent; ttlSeconds: number; urgency: string; topic: string };
/** What woke an app: nothing but that. */
export type ReceivedWaking = Omit<ReceivedPush, 'content'>;
type Answer = { status: number; retryAfter?: string };
type Subscriber = {
  /** How what is in there was encrypted; null: it takes nothing but words without content. */
  secrets: { ecdh: ECDH; auth: Buffer } | null;
  received: (ReceivedPush | ReceivedWaking)[];
  answers: Answer[];
  tries: number;
  heard: Set<() => void>;
};

/** See `standInPushService`. */
export type StandInPushService = Awaited<ReturnType<typeof standInPushService>>;

const PATIENCE_MS = 15_000;
const DAY_SECONDS = 86_400;

/**
 * A push service on this machine that takes only what RFC 8030, 8291 and 8292 ask for, and says with 400 or 403 what was wrong. `key`: the
 * one that its browsers were subscribed with.
 */
export async function standInPushService(key: () => string) {
  const subscribers = new Map<string, Subscriber>();
  const wrongs: string[] = [];
  const server = createServer((request, reply) => {
    take(request)
      .then((answer) => send(reply, answer))
      .catch((error: unknown) => {
        wrongs.push(String(error));
        send(reply, { status: 400 });
      });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const take = async (request: IncomingMessage): Promise<Answer> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const subscriber = subscribers.get(request.url ?? '');
    if (subscriber === undefined) return { status: 404 };
    subscriber.tries += 1;
    const { headers } = request;
    await checkVapid(headers.authorization ?? '', { origin, key: key() });
    const pushed = readPush(headers, Buffer.concat(chunks), subscriber);
    const answer = subscriber.answers.shift() ?? { status: 201 };
    if (answer.status === 201) subscriber.received.push(pushed);
    for (const look of subscriber.heard) look();
    return answer;
  };

  return {
    origin,
    /** What was wrong with what came; empty: nothing. */
    wrongs,
    aBrowser: () => aBrowser({ origin, subscribers }),
    /** A SIP app that sleeps (RFC 8599 §12). */
    anApp: () => aSubscriber<ReceivedWaking>({ origin, subscribers }, null),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function aBrowser({ origin, subscribers }: { origin: string; subscribers: Map<string, Subscriber> }) {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys('base64url');
  const auth = randomBytes(16);
  const { endpoint, ...subscriber } = aSubscriber<ReceivedPush>({ origin, subscribers }, { ecdh, auth });
  return { ...subscriber, subscription: { endpoint, keys: { p256dh, auth: auth.toString('base64url') } } };
}

function aSubscriber<Received extends ReceivedPush | ReceivedWaking>(
  { origin, subscribers }: { origin: string; subscribers: Map<string, Subscriber> },
  secrets: Subscriber['secrets'],
) {
  const path = `/push/${randomBytes(24).toString('base64url')}`;
  const received: Received[] = [];
  const subscriber: Subscriber = { secrets, received, answers: [], tries: 0, heard: new Set() };
  subscribers.set(path, subscriber);
  const until = async (isSo: () => boolean, what: string) =>
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${what}: ${JSON.stringify(subscriber.received)}`)), PATIENCE_MS);
      const look = () => {
        if (!isSo()) return;
        clearTimeout(timer);
        subscriber.heard.delete(look);
        resolve();
      };
      subscriber.heard.add(look);
      look();
    });
  return {
    endpoint: origin + path,
    received,
    tries: () => subscriber.tries,
    /** The next messages are answered so, and then all are taken again. */
    answerWith: (...answers: Answer[]) => void subscriber.answers.push(...answers),
    /** The message of this subscriber in the order, once it has come. */
    next: async (which: number): Promise<Received> => {
      await until(() => received.length > which, `message ${which} did not come`);
      const got = received[which];
      if (got === undefined) throw new Error('it went');
      return got;
    },
    untilTried: async (times: number) =>
      await until(() => subscriber.tries >= times, `it was not tried ${times} times`),
  };
}

/** RFC 8292 §2 and §3: signed by the key, for us, for at most a day. */
async function checkVapid(authorization: string, { origin, key }: { origin: string; key: string }): Promise<void> {
  const [, token = '', named = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (named !== key) throw new Error('another key');
  const point = Buffer.from(named, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  const { payload } = await jwtVerify(token, publicKey, { audience: origin, algorithms: ['ES256'] });
  if ((payload.exp ?? Infinity) > Date.now() / 1000 + DAY_SECONDS) throw new Error('for too long');
  if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(payload.sub ?? '')) throw new Error('nobody to be reached');
}

function readPush(headers: IncomingMessage['headers'], body: Buffer, { secrets }: Subscriber) {
  const { ttl, urgency, topic } = headers;
  if (typeof ttl !== 'string' || !/^\d{1,8}$/.test(ttl)) throw new Error('no TTL');
  if (urgency !== 'high' && urgency !== 'normal') throw new Error('no urgency');
  if (typeof topic !== 'string' || !/^[\w-]{1,32}$/.test(topic)) throw new Error('a topic that is none');
  const word: ReceivedWaking = { ttlSeconds: Number(ttl), urgency, topic };
  if (secrets === null) {
    if (body.length > 0 || headers['content-encoding'] !== undefined)
      throw new Error('content for an app that reads none');
    return word;
  }
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('another encoding');
  // RFC 8030 §7.2.
  if (body.length > 4096) throw new Error('too long');
  return { content: pushContent.parse(JSON.parse(decryptPush(body, secrets))), ...word };
}

function send(reply: ServerResponse, { status, retryAfter }: Answer): void {
  const headers = { ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }), location: '/message/1' };
  reply.writeHead(status, headers).end();
}

import { Agent as PlainAgent, request as askPlain } from 'node:http';
import { Agent as TlsAgent, request as askTls } from 'node:https';
import { isIP } from 'node:net';
import webPush, { type RequestOptions } from 'web-push';
import { lookupPublic } from './public-address.ts';

/** From when a request has its connection. */
const ANSWER_MS = 10_000;
/** With the answer it is less than the queue waits before somebody else takes a message. */
const CONNECTION_MS = 15_000;
/** Longer answers are not read. */
const MOST_OCTETS = 16 * 1024;
const IDLE_MS = 15_000;

/** What is said of a browser by `PushSubscription`, and what we prove ourselves with (RFC 8292). */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };
type VapidKeys = { publicKey: string; privateKey: string };
export type PushMessage = {
  payload: string;
  /** For how long the push service keeps it for a browser that is away; 0: not at all. */
  ttlSeconds: number;
  isUrgent: boolean;
  topic: string;
  /** Of a call that rings, which has connections of its own: at a service that is slow it waits behind nothing else. */
  isOfCall?: boolean;
};
/** A word without content, which needs no keys of whoever is woken by it. */
export type WakingPush = Omit<PushMessage, 'payload' | 'isOfCall'>;
/** `status` null: no answer. `why` names no endpoint: whoever knows one may send to it. */
export type PushOutcome =
  | { state: 'taken' }
  /** The browser is reached there no more. */
  | { state: 'gone' }
  /** `afterMs`: what the push service asks for; null: nothing. `wasAsked` false: no connection was free, and it knows nothing of it. */
  | { state: 'later'; why: string; afterMs: number | null; wasAsked?: false }
  | { state: 'refused'; why: string };

export type WebPush = {
  newKeys: () => VapidKeys;
  /** Whether an endpoint may be sent to: https to a name, at the usual port, or a push service of the operator's own. */
  mayBeAsked: (endpoint: string) => boolean;
  /** Sends once, encrypted for the browser alone (RFC 8030 §5, RFC 8291). Follows no redirect; never rejects. */
  sendPush: (to: PushTarget, message: PushMessage, keys: VapidKeys, signal?: AbortSignal) => Promise<PushOutcome>;
  /** Sends a word without content, once, on the connections of calls. Follows no redirect; never rejects. */
  sendWaking: (endpoint: string, word: WakingPush, keys: VapidKeys, signal?: AbortSignal) => Promise<PushOutcome>;
};

/**
 * Speaks to push services. `subject`: how they reach whoever runs this (RFC 8292 §2.1). `ownServices`: origins of push services in the
 * operator's own network, which may have any address; all others must be public.
 */
export function createWebPush(
  options: { subject: string; ownServices: readonly string[] } & Partial<Patience>,
): WebPush {
  const { subject, answerMs = ANSWER_MS, connectionMs = CONNECTION_MS } = options;
  const own = new Set(options.ownServices);
  const [agents, agentsOfCalls] = [openAgents(), openAgents()];
  const mayBeAsked = (endpoint: string) => own.has(originOf(endpoint)) || isOfTheWorld(endpoint);
  const send = async (
    endpoint: string,
    written: () => Written | null,
    { isOfCall = false, signal }: { isOfCall?: boolean | undefined; signal: AbortSignal | undefined },
  ): Promise<PushOutcome> => {
    if (!mayBeAsked(endpoint)) return { state: 'refused', why: 'the endpoint may not be asked' };
    const request = written();
    if (request === null) return { state: 'refused', why: 'it could not be encrypted for this browser' };
    const isOwn = own.has(originOf(endpoint));
    const agent = agentFor(isOfCall ? agentsOfCalls : agents, endpoint, isOwn);
    return await post(request, { agent, isOwn, signal, answerMs, connectionMs });
  };
  return {
    newKeys: () => webPush.generateVAPIDKeys(),
    mayBeAsked,
    sendPush: async (to, { isOfCall, ...message }, keys, signal) =>
      await send(to.endpoint, () => write(to, message, { subject, ...keys }), { isOfCall, signal }),
    sendWaking: async (endpoint, word, keys, signal) =>
      await send(endpoint, () => writeWaking(endpoint, word, { subject, ...keys }), { isOfCall: true, signal }),
  };
}

const originOf = (endpoint: string) => (URL.canParse(endpoint) ? new URL(endpoint).origin : '');

/** An address that is written out says nothing that a certificate could be for; a name without a dot is of some network of its own. */
function isOfTheWorld(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return false;
  const name = hostname.replace(/\.$/, '');
  return name.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/.test(name);
}

/** How long an answer is waited for, and before that a connection. */
type Patience = { answerMs: number; connectionMs: number };
type Agents = ReturnType<typeof openAgents>;

function openAgents() {
  const kept = { keepAlive: true, timeout: IDLE_MS, maxSockets: 16 };
  return { world: new TlsAgent(kept), own: new TlsAgent(kept), plain: new PlainAgent(kept) };
}

function agentFor(agents: Agents, endpoint: string, isOwn: boolean) {
  if (endpoint.startsWith('http:')) return agents.plain;
  return isOwn ? agents.own : agents.world;
}

type Written = { endpoint: string; headers: Record<string, string | number>; body: Buffer | null };
type VapidDetails = VapidKeys & { subject: string };

/** Null where the browser's key is no point of its curve. */
function write(
  { endpoint, p256dh, auth }: PushTarget,
  { payload, ...word }: PushMessage,
  vapidDetails: VapidDetails,
): Written | null {
  try {
    const keys = { p256dh, auth };
    const details = webPush.generateRequestDetails({ endpoint, keys }, payload, optionsOf(word, vapidDetails));
    return { endpoint, headers: details.headers, body: details.body };
  } catch {
    return null; // The library says by an error what it cannot encrypt; its words may quote the endpoint.
  }
}

function writeWaking(endpoint: string, word: WakingPush, vapidDetails: VapidDetails): Written | null {
  try {
    // Without content the keys are not looked at.
    const subscription = { endpoint, keys: { p256dh: '', auth: '' } };
    const details = webPush.generateRequestDetails(subscription, null, optionsOf(word, vapidDetails));
    return { endpoint, headers: details.headers, body: null };
  } catch {
    return null;
  }
}

const optionsOf = ({ ttlSeconds, isUrgent, topic }: WakingPush, vapidDetails: VapidDetails): RequestOptions => ({
  vapidDetails,
  TTL: ttlSeconds,
  urgency: isUrgent ? 'high' : 'normal',
  topic,
  contentEncoding: 'aes128gcm',
});

async function post(
  { endpoint, headers, body }: Written,
  how: { agent: PlainAgent | TlsAgent; isOwn: boolean; signal: AbortSignal | undefined } & Patience,
): Promise<PushOutcome> {
  const { signal } = how;
  const ask = endpoint.startsWith('http:') ? askPlain : askTls;
  return await new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const why = error.code ?? error.message;
      if (why === 'EPRIVATE') return resolve({ state: 'refused', why });
      const wasAsked = request.socket === null ? { wasAsked: false as const } : {};
      resolve({ state: 'later', why, afterMs: null, ...wasAsked });
    };
    const lookup = how.isOwn ? {} : { lookup: lookupPublic() };
    const request = ask(endpoint, {
      method: 'POST',
      headers,
      agent: how.agent,
      ...(signal === undefined ? {} : { signal }),
      ...lookup,
    });
    // A request without a connection says nothing of its end until there is one.
    const giveUp = () => {
      if (request.socket !== null) return;
      const error = new Error('no connection in time');
      fail(error);
      request.destroy(error);
    };
    // What has arrived is read first: where this machine stood still, the answer lies in the socket.
    let timer = setTimeout(() => setImmediate(giveUp), how.connectionMs);
    request.on('socket', () => {
      clearTimeout(timer);
      timer = setTimeout(() => setImmediate(() => request.destroy(new Error('no answer in time'))), how.answerMs);
    });
    request.on('error', fail);
    request.on('close', () => clearTimeout(timer));
    request.on('response', (response) => {
      resolve(outcomeOf(response.statusCode ?? 0, response.headers['retry-after']));
      let octets = 0;
      response.on('data', (chunk: Buffer) => {
        octets += chunk.length;
        if (octets > MOST_OCTETS) response.destroy();
      });
      // What comes after the status is not needed.
      response.on('error', () => undefined);
    });
    request.end(body);
  });
}

/** RFC 8030 §5 and §7.3: 404 and 410 mean that there is no such subscription any more. */
function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { state: 'taken' };
  if (status === 404 || status === 410) return { state: 'gone' };
  const why = `answered ${status}`;
  if (status !== 429 && status < 500) return { state: 'refused', why };
  return { state: 'later', why, afterMs: afterMs(retryAfter) };
}

/** Seconds, or an HTTP date (RFC 9110 §10.2.3). */
function afterMs(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

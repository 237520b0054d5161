import { type Address, answeredMethod, branchOf, methodOf, statusOf } from './sip-text.ts';

/** Sends a message once. */
export type SendDatagram = (text: string, to: Address) => void;

/** T1 and T2 of RFC 3261 §17.1.1.1, in milliseconds. */
export interface RetransmissionTimes {
  t1Ms: number;
  t2Ms: number;
}

/** The times that the standard gives. */
export const STANDARD_TIMES: RetransmissionTimes = { t1Ms: 500, t2Ms: 4000 };

/** 64·T1: what nobody answered by then is not asked, or answered, again. */
export const lifetimeMs = (times: RetransmissionTimes) => 64 * times.t1Ms;

/** More open transactions than these, and the oldest are forgotten: a flood must not fill the memory. */
const MAX_REMEMBERED = 20_000;

const keyOf = (text: string, method: string | null) => `${branchOf(text)} ${method}`;

type Asked = { timer: NodeJS.Timeout | undefined; hasFinal: boolean; ack: { text: string; to: Address } | null };

/**
 * Repeats requests over UDP until they are answered (RFC 3261 §17.1, timers A, B, E, F), and says ACK again when a
 * refusal comes again. SIP.js was made for WebSocket and does neither.
 */
export class RequestRepeater {
  readonly #send: SendDatagram;
  readonly #times: RetransmissionTimes;
  readonly #asked = new Map<string, Asked>();

  constructor(send: SendDatagram, times: RetransmissionTimes = STANDARD_TIMES) {
    this.#send = send;
    this.#times = times;
  }

  /** Sends a request, now and again until `accept` sees its answer. An ACK is sent once, and kept for a repeated refusal. */
  send(text: string, to: Address): void {
    this.#send(text, to);
    const method = methodOf(text);
    if (method === 'ACK') {
      const refused = this.#asked.get(keyOf(text, 'INVITE'));
      if (refused) refused.ack = { text, to };
      return;
    }
    const key = keyOf(text, method);
    const asked: Asked = { timer: undefined, hasFinal: false, ack: null };
    remember(this.#asked, key, asked);
    this.#repeat({ key, asked, text, to, waitMs: this.#times.t1Ms, untilMs: Date.now() + lifetimeMs(this.#times) });
  }

  #repeat(request: { key: string; asked: Asked; text: string; to: Address; waitMs: number; untilMs: number }): void {
    const isInvite = methodOf(request.text) === 'INVITE';
    request.asked.timer = setTimeout(() => {
      if (Date.now() >= request.untilMs) return void this.#asked.delete(request.key);
      this.#send(request.text, request.to);
      const doubled = request.waitMs * 2;
      this.#repeat({ ...request, waitMs: isInvite ? doubled : Math.min(doubled, this.#times.t2Ms) });
    }, request.waitMs);
  }

  /** Takes note of a response. `true`: it is for the caller; `false`: a refusal heard before, which is acknowledged again. */
  accept(response: string): boolean {
    const method = answeredMethod(response);
    const key = keyOf(response, method);
    const asked = this.#asked.get(key);
    if (!asked) return true;
    const status = statusOf(response);
    // A provisional answer ends the repeating of an INVITE only (RFC 3261 §17.1.2.2).
    if (status >= 200 || method === 'INVITE') clearTimeout(asked.timer);
    if (status < 200) return true;
    if (asked.hasFinal && method === 'INVITE' && status >= 300) {
      if (asked.ack) this.#send(asked.ack.text, asked.ack.to);
      return false;
    }
    if (!asked.hasFinal) {
      asked.hasFinal = true;
      asked.timer = setTimeout(() => this.#asked.delete(key), lifetimeMs(this.#times)).unref();
    }
    return true;
  }

  /** Forgets everything. */
  close(): void {
    for (const { timer } of this.#asked.values()) clearTimeout(timer);
    this.#asked.clear();
  }
}

type Answered = { text: string; source: Address; reply: string | null; timer: NodeJS.Timeout | undefined };

/**
 * Answers repeated requests with what was answered before, sends every response to where its request came from, and
 * repeats a refused INVITE's answer until its ACK (RFC 3261 §17.2, timers G, H, J; §18.2.2).
 */
export class ResponseRepeater {
  readonly #send: SendDatagram;
  readonly #times: RetransmissionTimes;
  readonly #requests = new Map<string, Answered>();

  constructor(send: SendDatagram, times: RetransmissionTimes = STANDARD_TIMES) {
    this.#send = send;
    this.#times = times;
  }

  /** Takes note of a request. `true`: it is new; `false`: it came before, and has its answer if there is one yet. */
  accept(request: string, source: Address): boolean {
    const method = methodOf(request);
    if (method === 'ACK') {
      this.#acknowledged(request);
      return true;
    }
    const key = keyOf(request, method);
    const known = this.#requests.get(key);
    if (known) {
      if (known.reply) this.#send(known.reply, known.source);
      return false;
    }
    remember(this.#requests, key, { text: request, source, reply: null, timer: undefined });
    return true;
  }

  #acknowledged(ack: string): void {
    const key = keyOf(ack, 'INVITE');
    const refused = this.#requests.get(key);
    if (!refused?.reply) return;
    clearTimeout(refused.timer);
    this.#forgetLater(key, refused);
  }

  /** Sends a response to where its request came from. A request that is no longer known gets none. */
  reply(response: string): void {
    const method = answeredMethod(response);
    const key = keyOf(response, method);
    const request = this.#requests.get(key);
    if (!request) return;
    request.reply = response;
    this.#send(response, request.source);
    if (statusOf(response) < 200) return;
    clearTimeout(request.timer);
    if (method === 'INVITE' && statusOf(response) >= 300) {
      this.#repeat({ key, request, waitMs: this.#times.t1Ms, untilMs: Date.now() + lifetimeMs(this.#times) });
    } else {
      this.#forgetLater(key, request);
    }
  }

  #repeat(refusal: { key: string; request: Answered; waitMs: number; untilMs: number }): void {
    refusal.request.timer = setTimeout(() => {
      if (Date.now() >= refusal.untilMs || !refusal.request.reply) return void this.#requests.delete(refusal.key);
      this.#send(refusal.request.reply, refusal.request.source);
      this.#repeat({ ...refusal, waitMs: Math.min(refusal.waitMs * 2, this.#times.t2Ms) });
    }, refusal.waitMs);
  }

  #forgetLater(key: string, request: Answered): void {
    request.timer = setTimeout(() => this.#requests.delete(key), lifetimeMs(this.#times)).unref();
  }

  /** A request as it came, and from where, by its branch; null where it is no longer known. */
  requestOf(branch: string, method: string): { text: string; source: Address } | null {
    return this.#requests.get(`${branch} ${method}`) ?? null;
  }

  /** Forgets everything. */
  close(): void {
    for (const { timer } of this.#requests.values()) clearTimeout(timer);
    this.#requests.clear();
  }
}

function remember<T extends { timer: NodeJS.Timeout | undefined }>(map: Map<string, T>, key: string, entry: T): void {
  clearTimeout(map.get(key)?.timer);
  map.set(key, entry);
  const [oldest] = map;
  if (map.size <= MAX_REMEMBERED || !oldest) return;
  clearTimeout(oldest[1].timer);
  map.delete(oldest[0]);
}

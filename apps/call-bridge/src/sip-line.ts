import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:dgram';
import {
  type Address,
  answeredMethod,
  branchOf,
  headersOf,
  isResponse,
  methodOf,
  RequestRepeater,
  respondTo,
  ResponseRepeater,
  statusOf,
} from '@farline/sip-endpoint/signalling';

/** Who takes the requests of one dialog: what is returned is sent as the response. */
export type RequestTaker = (request: string) => string | null;
/** Who takes calls that the engine places to us: each INVITE once, and its CANCEL. Answers go by `answer`. */
export type CallTaker = { invited: (invite: string) => void; cancelled: (sipCallId: string) => void };
/** Who takes the responses to one request; null, once and as the last: none came in time. */
export type ResponseTaker = (response: string | null) => void;

type Asked = { taker: ResponseTaker; timer: NodeJS.Timeout };

const USER = 'call-bridge';
/** 64·T1 (RFC 3261 §17.1.1.2): what is not answered by then never is, and what is answered is not repeated after it. */
const LIFETIME_MS = 32_000;
/** The engine bounds how long a call rings, by far less; this is for one that is gone when it rings. */
const LONGEST_RINGING_MS = 10 * 60_000;
const FIRST_REPEAT_MS = 500;
const LAST_REPEAT_MS = 4_000;
const LEAST_MESSAGE_BYTES = 8;

/** SIP over UDP with the engine and nobody else: requests out, their responses back, and the engine's requests by Call-ID. */
export class SipLine {
  readonly contact: string;
  /** The engine as the first proxy of a call that did not begin here. */
  readonly engineRoute: string;
  readonly #address: string;
  readonly #engine: Address;
  readonly #socket: Socket;
  readonly #log: (sentence: string) => void;
  readonly #requests: RequestRepeater;
  readonly #responses: ResponseRepeater;
  readonly #patienceMs: number;
  readonly #waiting = new Map<string, Asked>();
  readonly #takers = new Map<string, RequestTaker>();
  #callTaker: CallTaker | null = null;
  /** Answers to INVITE that have not been acknowledged, by Call-ID and CSeq number. */
  readonly #unacknowledged = new Map<string, NodeJS.Timeout>();

  /** `patienceMs`: how long a request waits for its first response; as long as it is repeated, unless told otherwise. */
  constructor(parts: { socket: Socket; engine: Address; log: (sentence: string) => void; patienceMs?: number }) {
    const { address, port } = parts.socket.address();
    this.#socket = parts.socket;
    this.#engine = parts.engine;
    this.#log = parts.log;
    this.#patienceMs = parts.patienceMs ?? LIFETIME_MS;
    this.#address = `${address}:${port}`;
    this.engineRoute = `sip:${parts.engine.host}:${parts.engine.port};lr`;
    this.contact = `<sip:${USER}@${this.#address}>`;
    const send = (text: string, to: Address) => this.#socket.send(text, to.port, to.host, () => {});
    this.#requests = new RequestRepeater(send);
    this.#responses = new ResponseRepeater(send);
    this.#socket.on('message', (datagram, source) => this.#receive(datagram, source));
    this.#socket.on('error', (error) => this.#log(`The SIP socket reports: ${error.message}`));
  }

  /** A Via of our own, with a new branch. */
  newVia(): string {
    return `SIP/2.0/UDP ${this.#address};branch=z9hG4bK${randomBytes(8).toString('hex')};rport`;
  }

  /** A tag of our own (RFC 3261 §19.3). */
  newTag(): string {
    return randomBytes(8).toString('hex');
  }

  /** Sends a request to the engine; every response to it is told, a final one maybe more than once, and that none came. */
  send(request: string, taker: ResponseTaker = () => {}): void {
    const method = methodOf(request);
    if (method !== 'ACK') {
      const key = `${branchOf(request)} ${method}`;
      this.#waiting.set(key, { taker, timer: this.#giveUp(key, this.#patienceMs) });
    }
    this.#requests.send(request, this.#engine);
  }

  /** Nobody answers a request that is repeated no more (RFC 3261 §17.1.1.2, timers B and F). */
  #giveUp(key: string, afterMs: number): NodeJS.Timeout {
    return setTimeout(() => {
      const asked = this.#waiting.get(key);
      this.#waiting.delete(key);
      asked?.taker(null);
    }, afterMs).unref();
  }

  /** From now on the engine's requests of this Call-ID are told to `taker`. Returns what ends it. */
  take(sipCallId: string, taker: RequestTaker): () => void {
    this.#takers.set(sipCallId, taker);
    return () => {
      if (this.#takers.get(sipCallId) === taker) this.#takers.delete(sipCallId);
    };
  }

  /** From now on calls that the engine places to us are told to `taker`. */
  takeCalls(taker: CallTaker): void {
    this.#callTaker = taker;
  }

  /** Answers an INVITE of the engine. A 2xx goes again until it is acknowledged. */
  answer(invite: string, response: string): void {
    this.#responses.reply(response);
    const status = statusOf(response);
    if (status >= 200 && status < 300) this.#repeatUntilAcknowledged(invite, response);
  }

  close(): void {
    this.#requests.close();
    this.#responses.close();
    for (const timer of this.#unacknowledged.values()) clearTimeout(timer);
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#socket.close();
  }

  #receive(datagram: Buffer, source: { address: string; port: number }): void {
    const isEngine = source.address === this.#engine.host && source.port === this.#engine.port;
    if (!isEngine || datagram.length < LEAST_MESSAGE_BYTES) return;
    const text = datagram.toString('utf8');
    if (isResponse(text)) this.#receiveResponse(text);
    else this.#receiveRequest(text);
  }

  #receiveResponse(response: string): void {
    if (!this.#requests.accept(response)) return;
    const key = `${branchOf(response)} ${answeredMethod(response)}`;
    const asked = this.#waiting.get(key);
    if (asked === undefined) return;
    clearTimeout(asked.timer);
    asked.timer =
      statusOf(response) < 200
        ? this.#giveUp(key, LONGEST_RINGING_MS)
        : setTimeout(() => this.#waiting.delete(key), LIFETIME_MS).unref();
    asked.taker(response);
  }

  #receiveRequest(request: string): void {
    if (!this.#responses.accept(request, this.#engine)) return;
    const sipCallId = headersOf(request, 'Call-ID')[0] ?? '';
    if (methodOf(request) === 'ACK') return this.#acknowledged(request);
    if (this.#callTaker !== null && this.#isOfNewCall(request)) return this.#callTaker.invited(request);
    if (methodOf(request) === 'CANCEL') {
      this.#responses.reply(respondTo(request, { status: 200, reason: 'OK', headers: [] }));
      return this.#callTaker?.cancelled(sipCallId);
    }
    const taker = this.#takers.get(sipCallId);
    const response =
      taker === undefined
        ? respondTo(request, { status: 481, reason: 'Call/Transaction Does Not Exist', headers: [] })
        : taker(request);
    if (response === null) return;
    this.#responses.reply(response);
    if (methodOf(request) === 'INVITE' && statusOf(response) < 300) this.#repeatUntilAcknowledged(request, response);
  }

  #isOfNewCall(request: string): boolean {
    return methodOf(request) === 'INVITE' && !/;tag=/i.test(headersOf(request, 'To')[0] ?? '');
  }

  /** A 2xx to INVITE is repeated by whoever gave it (RFC 3261 §13.3.1.4). */
  #repeatUntilAcknowledged(request: string, response: string): void {
    const key = inviteKey(request);
    const untilMs = Date.now() + LIFETIME_MS;
    const repeat = (waitMs: number): void => {
      const timer = setTimeout(() => {
        if (Date.now() >= untilMs) return void this.#unacknowledged.delete(key);
        this.#responses.reply(response);
        repeat(Math.min(waitMs * 2, LAST_REPEAT_MS));
      }, waitMs).unref();
      this.#unacknowledged.set(key, timer);
    };
    repeat(FIRST_REPEAT_MS);
  }

  #acknowledged(ack: string): void {
    const key = inviteKey(ack);
    clearTimeout(this.#unacknowledged.get(key));
    this.#unacknowledged.delete(key);
  }
}

const inviteKey = (request: string) =>
  `${headersOf(request, 'Call-ID')[0]} ${Number.parseInt(headersOf(request, 'CSeq')[0] ?? '', 10)}`;

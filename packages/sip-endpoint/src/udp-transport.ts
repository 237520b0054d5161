import type { Socket } from 'node:dgram';
import { EmitterImpl, type Transport, TransportState } from 'sip.js';
import { RequestRepeater, ResponseRepeater, type RetransmissionTimes, STANDARD_TIMES } from './retransmission.ts';
import { type Address, isResponse, methodOf, nextHop, withRequestUser } from './sip-text.ts';

/** What the transport of one endpoint needs. */
export interface UdpTransportOptions {
  /** Bound already; the transport closes it. */
  socket: Socket;
  /** The user that every request is readdressed to: SIP.js answers 404 to whatever user is not its own. */
  user: string;
  /** Whom datagrams are taken from; from others they are dropped unread. */
  accepts: (source: Address) => boolean;
  /** Answers a request before SIP.js sees it; null leaves it to SIP.js. */
  answerFirst: (request: string) => string | null;
  log: (sentence: string) => void;
  times?: RetransmissionTimes;
}

const NO_MESSAGE_BYTES = 8;

/**
 * SIP over UDP for SIP.js, which was made for WebSocket: repeats requests and answers, answers to where a request came
 * from, writes its port into its own Via, and readdresses requests of every user to its own.
 */
export class UdpTransport implements Transport {
  readonly protocol = 'UDP';
  readonly stateChange = new EmitterImpl<TransportState>();
  state: TransportState = TransportState.Disconnected;
  onConnect: (() => void) | undefined;
  onDisconnect: ((error?: Error) => void) | undefined;
  onMessage: ((message: string) => void) | undefined;
  readonly #options: UdpTransportOptions;
  readonly #requests: RequestRepeater;
  readonly #responses: ResponseRepeater;

  /** As SIP.js constructs it: its logger first, which `options.log` replaces. */
  constructor(_logger: unknown, options: UdpTransportOptions) {
    const times = options.times ?? STANDARD_TIMES;
    const send = (text: string, to: Address) => this.#sendDatagram(text, to);
    this.#options = options;
    this.#requests = new RequestRepeater(send, times);
    this.#responses = new ResponseRepeater(send, times);
  }

  /** Starts listening on the socket. */
  async connect(): Promise<void> {
    if (this.isConnected()) return;
    this.#enter(TransportState.Connecting);
    const { socket, log } = this.#options;
    socket.on('message', (datagram, source) => this.#receive(datagram, { host: source.address, port: source.port }));
    socket.on('error', (error) => log(`The SIP socket reports: ${error.message}`));
    this.#enter(TransportState.Connected);
    this.onConnect?.();
  }

  /** Stops repeating and closes the socket. */
  async disconnect(): Promise<void> {
    if (!this.isConnected()) return;
    this.#enter(TransportState.Disconnecting);
    this.#requests.close();
    this.#responses.close();
    this.#options.socket.close();
    this.#enter(TransportState.Disconnected);
    this.onDisconnect?.();
  }

  /** The same as `disconnect`. */
  dispose(): Promise<void> {
    return this.disconnect();
  }

  /** Whether it listens. */
  isConnected(): boolean {
    return this.state === TransportState.Connected;
  }

  /** Sends a message of SIP.js: a response to where its request came from, a request to its next hop. */
  async send(message: string): Promise<void> {
    if (!this.isConnected()) throw new Error('The SIP transport is closed.');
    const outgoing = message.replace(/^Allow: (?!.*UPDATE)(.*)$/im, 'Allow: $1,UPDATE');
    if (isResponse(outgoing)) return this.#responses.reply(outgoing);
    const to = nextHop(outgoing);
    if (!to) throw new Error('This request has no address that UDP can reach.');
    this.#requests.send(withPortInVia(outgoing, this.#options.socket.address().port), to);
  }

  /** The INVITE of a transaction as it came, and from where. */
  inviteOf(branch: string): { text: string; source: Address } | null {
    return this.#responses.requestOf(branch, 'INVITE');
  }

  #enter(state: TransportState): void {
    this.state = state;
    this.stateChange.emit(state);
  }

  #receive(datagram: Buffer, source: Address): void {
    // Some peers send a few bytes now and then, to keep a NAT open.
    if (datagram.length < NO_MESSAGE_BYTES || !this.#options.accepts(source)) return;
    const text = datagram.toString('utf8');
    try {
      if (isResponse(text)) this.#receiveResponse(text);
      else this.#receiveRequest(text, source);
    } catch (error) {
      // SIP.js throws at messages that it cannot make sense of: one bad datagram must not end the other calls.
      this.#options.log(`A SIP message from ${source.host}:${source.port} failed: ${String(error)}`);
    }
  }

  #receiveResponse(text: string): void {
    if (this.#requests.accept(text)) this.onMessage?.(withoutPortInVia(text));
  }

  #receiveRequest(text: string, source: Address): void {
    if (!this.#responses.accept(text, source)) return;
    const answer = methodOf(text) === 'ACK' ? null : this.#options.answerFirst(text);
    if (answer === null) this.onMessage?.(withRequestUser(text, this.#options.user));
    else this.#responses.reply(answer);
  }

  #sendDatagram(text: string, to: Address): void {
    if (!this.isConnected()) return;
    this.#options.socket.send(text, to.port, to.host, (error) => {
      // What is not sent is repeated, as what is lost on the way.
      if (error) this.#options.log(`Nothing could be sent to ${to.host}:${to.port}: ${error.message}`);
    });
  }
}

const withPortInVia = (request: string, port: number) =>
  request.replace(/^(Via: SIP\/2\.0\/UDP )(\[[^\]]+\]|[^:;\s]+)/im, `$1$2:${port}`);

/** SIP.js drops responses whose Via bears a port, since it never wrote one. */
const withoutPortInVia = (response: string) =>
  response.replace(/^((?:Via|v)[ \t]*:[^\r\n]*?SIP\/2\.0\/UDP (?:\[[^\]]+\]|[^:;\s]+)):\d+/im, '$1');

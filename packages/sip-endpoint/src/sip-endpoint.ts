import { Inviter, type LogConnector, type Session, UserAgent } from 'sip.js';
import type { Call } from './call.ts';
import { CallMedia } from './call-media.ts';
import { IncomingCall } from './incoming-call.ts';
import { MediaLeg } from './media-leg.ts';
import { OutgoingCall } from './outgoing-call.ts';
import { Pacer } from './pacer.ts';
import { quickenGrammar } from './quick-grammar.ts';
import { lifetimeMs, type RetransmissionTimes, STANDARD_TIMES } from './retransmission.ts';
import { bindUdp, RtpPorts } from './rtp-ports.ts';
import { type Address, bodyOf, headersOf, methodOf, respondTo } from './sip-text.ts';
import { StrictRequests } from './strict-requests.ts';
import { UdpTransport, type UdpTransportOptions } from './udp-transport.ts';

/** What an endpoint is made of. */
export interface SipEndpointOptions {
  /** The address that it listens on and names in its messages. */
  host: string;
  /** Its SIP port; 0 takes a free one. */
  port: number;
  /** Its RTP ports, two a call; calls beyond them are refused with 503. */
  rtpPorts: { from: number; to: number };
  /** Tells each call that comes in. What it throws or rejects with ends that call with 500. */
  onInvite?: (call: IncomingCall) => void | Promise<void>;
  /** Whom to take SIP from; everybody, if not given. */
  accepts?: (source: Address) => boolean;
  /** What it calls itself in the User-Agent header. */
  name?: string;
  log?: (sentence: string) => void;
  now?: () => Date;
  /** For tests on a slow or lossy line. */
  times?: RetransmissionTimes;
}

/** A call to place. `headers` are whole lines, such as `X-Farline-Call: …`. */
export interface CallTarget {
  to: string;
  from?: string;
  headers?: string[];
}

const USER = 'farline';
const RING_LIMIT_SECONDS = 24 * 3600;
const RECEIVE_BUFFER_BYTES = 1 << 20;
const CLOSE_LIMIT_MS = 2000;

/** A SIP user agent over UDP that answers and places calls, with its own sound. Throws where the port is in use. */
export async function createSipEndpoint(options: SipEndpointOptions): Promise<SipEndpoint> {
  quickenGrammar();
  const socket = await bindUdp(options.host, options.port, { recvBufferSize: RECEIVE_BUFFER_BYTES });
  const endpoint = new SipEndpoint(options, socket);
  await endpoint.start();
  return endpoint;
}

/** See `createSipEndpoint`. */
export class SipEndpoint {
  readonly address: Address;
  readonly #options: SipEndpointOptions;
  readonly #agent: UserAgent;
  readonly #pacer = new Pacer();
  readonly #rtpPorts: RtpPorts;
  readonly #media = new WeakMap<Session, CallMedia>();
  readonly #calls = new Map<string, Call>();
  readonly #strict = new StrictRequests();
  #isClosing = false;

  constructor(options: SipEndpointOptions, socket: UdpTransportOptions['socket']) {
    this.#options = options;
    this.#rtpPorts = new RtpPorts(options.rtpPorts);
    this.address = { host: options.host, port: socket.address().port };
    this.#agent = this.#createAgent(socket);
  }

  #createAgent(socket: UdpTransportOptions['socket']): UserAgent {
    const { host, log = () => {}, accepts = () => true, name = 'Farline', times } = this.#options;
    const transportOptions: UdpTransportOptions = {
      socket,
      user: USER,
      accepts,
      answerFirst: (request) => this.#strict.refusal(request) ?? this.#answerUpdate(request),
      log,
      ...(times ? { times } : {}),
    };
    const uri = UserAgent.makeURI(`sip:${USER}@${bracketed(host)}:${this.address.port}`);
    if (!uri) throw new Error(`${host} cannot stand in a SIP address.`);
    const agent = new UserAgent({
      uri,
      viaHost: bracketed(host),
      forceRport: true,
      contactName: USER,
      contactParams: { transport: 'udp' },
      userAgentString: name,
      transportConstructor: UdpTransport,
      transportOptions,
      noAnswerTimeout: RING_LIMIT_SECONDS,
      sendInitialProvisionalResponse: false,
      gracefulShutdown: false,
      logBuiltinEnabled: false,
      logConnector: problemsTo(log),
      sessionDescriptionHandlerFactory: (session) => this.#mediaOf(session),
      delegate: { onInvite: (invitation) => this.#receive(invitation) },
    });
    agent.contact.uri.port = this.address.port;
    return agent;
  }

  /** Starts listening. `createSipEndpoint` has done so. */
  async start(): Promise<void> {
    await this.#agent.start();
  }

  /** Places a call; what becomes of it stands in its `answered`. Throws where an address cannot be read. */
  call(target: CallTarget): OutgoingCall {
    const to = UserAgent.makeURI(target.to);
    const from = target.from === undefined ? this.#agent.configuration.uri : UserAgent.makeURI(target.from);
    if (!to || !from) throw new Error(`${to ? target.from : target.to} is no SIP address.`);
    const inviter = new Inviter(this.#agent, to, {
      params: { fromUri: from },
      extraHeaders: [...(target.headers ?? [])],
    });
    const cancelLimitMs = lifetimeMs(this.#options.times ?? STANDARD_TIMES);
    const call = new OutgoingCall({ inviter, media: this.#mediaOf(inviter), now: this.#now, cancelLimitMs });
    return this.#keep(call.callId, call, null);
  }

  /** Ends every call, gives the far sides two seconds to hear of it, and stops listening. Calls that come in meanwhile are refused with 503. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const hangingUp = Promise.allSettled([...this.#calls.values()].map((call) => call.hangUp()));
    await Promise.race([hangingUp, new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref())]);
    await this.#agent.stop();
  }

  readonly #now = () => this.#options.now?.() ?? new Date();

  #mediaOf(session: Session): CallMedia {
    const known = this.#media.get(session);
    if (known) return known;
    const { host } = this.#options;
    const leg = new MediaLeg({ host, ports: this.#rtpPorts, pacer: this.#pacer });
    const media = new CallMedia({ host, leg });
    this.#media.set(session, media);
    return media;
  }

  #receive(invitation: IncomingCallParts['invitation']): void {
    const { transport } = this.#agent;
    const invite = transport instanceof UdpTransport ? transport.inviteOf(invitation.request.viaBranch) : null;
    if (!invite || this.#isClosing) return void invitation.reject({ statusCode: invite ? 503 : 500 });
    const call = new IncomingCall({ invitation, invite, media: this.#mediaOf(invitation), now: this.#now });
    this.#keep(call.callId, call, invite.text);
    void this.#tell(call);
  }

  async #tell(call: IncomingCall): Promise<void> {
    try {
      if (this.#options.onInvite) await this.#options.onInvite(call);
      else await call.reject(480);
    } catch (error) {
      this.#options.log?.(`The call ${call.callId} failed: ${String(error)}`);
      await this.#giveUp(call);
    }
  }

  /** Nobody waits for this: what fails here is told, and ends nothing else. */
  async #giveUp(call: IncomingCall): Promise<void> {
    try {
      await call.reject(500);
      await call.hangUp();
    } catch (error) {
      this.#options.log?.(`The call ${call.callId} could not be ended: ${String(error)}`);
    }
  }

  #keep<SomeCall extends Call>(callId: string, call: SomeCall, invite: string | null): SomeCall {
    this.#calls.set(callId, call);
    this.#strict.open(callId, invite);
    void call.ended.then(() => {
      this.#calls.delete(callId);
      this.#strict.close(callId);
    });
    return call;
  }

  /** SIP.js knows no UPDATE (RFC 3311), by which browsers refresh their calls: it is answered here. */
  #answerUpdate(request: string): string | null {
    const call = this.#calls.get(headersOf(request, 'Call-ID')[0] ?? '');
    if (methodOf(request) !== 'UPDATE' || !call) return null;
    const offer = bodyOf(request);
    const answer = offer === null ? '' : call.answerUpdate(offer);
    if (answer === null) return respondTo(request, { status: 488, reason: 'Not Acceptable Here', headers: [] });
    const headers = [
      `Contact: ${this.#agent.contact.toString()}`,
      ...(answer ? ['Content-Type: application/sdp'] : []),
    ];
    return respondTo(request, { status: 200, reason: 'OK', headers, body: answer });
  }
}

type IncomingCallParts = ConstructorParameters<typeof IncomingCall>[0];

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);

const problemsTo =
  (log: (sentence: string) => void): LogConnector =>
  (level, category, _label, content) => {
    if (level === 'error') log(`${category}: ${content}`);
  };

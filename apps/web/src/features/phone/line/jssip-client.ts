import JsSIP from 'jssip';
import type { OutgoingEvent } from 'jssip/lib/RTCSession';
import { JsSipLeg, peerOptions } from './jssip-leg.ts';
import { JsSipLine } from './jssip-line.ts';
import type { LineKeeper } from './keep-line-whole.ts';
import type { SipAccount, SipCallEvents, SipCallRequest, SipClient, SipEnd } from './sip-client.ts';

const CONNECT_TIMEOUT_MS = 8_000;
const CONNECT_ATTEMPTS = 2;

/** Telephone calls over JsSIP: a user agent for each call out, without registration, and one on which calls come in. */
export const jssipClient: SipClient = {
  call(request, events) {
    return new JsSipCall(request, events);
  },
  register(request, events) {
    return new JsSipLine(request, events);
  },
};

class JsSipCall extends JsSipLeg {
  private readonly request: SipCallRequest;
  private failedAttempts = 0;
  private readonly connectTimer: ReturnType<typeof setTimeout>;

  constructor(request: SipCallRequest, events: SipCallEvents) {
    super(userAgent(request.account), request.microphone, events);
    this.request = request;
    this.ua.on('connected', () => this.connected());
    this.ua.on('disconnected', () => this.disconnected());
    this.connectTimer = setTimeout(() => this.over({ is: 'unreachable' }), CONNECT_TIMEOUT_MS);
    this.ua.start();
  }

  /** The user agent stays two seconds at most, to send what it still has to send. */
  protected override letGo(): void {
    this.ua.stop();
  }

  protected override over(end: SipEnd): void {
    clearTimeout(this.connectTimer);
    super.over(end);
  }

  private connected(): void {
    clearTimeout(this.connectTimer);
    if (this.keeper !== null) return void this.back(this.keeper);
    this.events.signalling('connected');
    if (this.session === null && !this.isOver) this.invite();
  }

  /** The engine wants a proof over another connection, and a call outlives the credentials that it began with. */
  private async back(keeper: LineKeeper): Promise<void> {
    const account = await this.request.renew?.().catch(() => null);
    if (account) {
      this.ua.set('authorization_user', account.username);
      this.ua.set('password', account.password);
    }
    if (this.ua.isConnected()) keeper.back();
  }

  private disconnected(): void {
    if (this.session !== null) return this.lost();
    this.failedAttempts += 1;
    if (this.failedAttempts >= CONNECT_ATTEMPTS) this.over({ is: 'unreachable' });
  }

  private invite(): void {
    const { uri, header, account } = this.request;
    this.session = this.ua.call(uri, {
      mediaStream: this.microphone,
      extraHeaders: [`${header.name}: ${header.value}`],
      pcConfig: peerOptions(account),
      eventHandlers: {
        ...this.handlers(),
        progress: ({ response }: OutgoingEvent) => {
          if (response.body) this.events.earlyMedia();
          else if (response.status_code >= 180) this.events.ringing();
        },
        accepted: () => this.answered(),
      },
    });
    this.keepMuted();
  }
}

function userAgent(account: SipAccount): JsSIP.UA {
  return new JsSIP.UA({
    sockets: [new JsSIP.WebSocketInterface(account.websocketUrl)],
    uri: account.uri,
    authorization_user: account.username,
    password: account.password,
    realm: account.realm,
    register: false,
    session_timers: false, // Its UPDATEs would be re-offers to a carrier that did not ask for them.
    connection_recovery_min_interval: 1,
    connection_recovery_max_interval: 8,
    user_agent: 'Farline',
  });
}

import JsSIP from 'jssip';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { IncomingRTCSessionEvent, RTCSessionEvent, UnRegisteredEvent } from 'jssip/lib/UA';
import { JsSipLeg, peerOptions } from './jssip-leg.ts';
import type {
  Refusal,
  RingingSipCall,
  SipAccount,
  SipCall,
  SipCallEvents,
  SipLine,
  SipLineEvents,
  SipLineRequest,
} from './sip-client.ts';

declare module 'jssip/lib/Registrator' {
  interface Registrator {
    register(): void;
  }
}

/** Asked for; the engine may grant less. It is renewed between half of it and half a minute before its end. */
const EXPIRES_SECONDS = 300;
/** Longer than any caller is let ring: the engine says when it is over. */
const RING_SECONDS = 600;
const UUID = /^[0-9a-f-]{36}$/i;
/** The engine says with it that a caller can be sent to voicemail, and hears with it that they are. */
const VOICEMAIL = 'X-Farline-Voicemail';
const E164 = /^\+[1-9]\d{2,14}$/;

/** What the user agent of a line is to one of its calls. */
interface Host {
  ua: JsSIP.UA;
  account: () => SipAccount;
  forget: (leg: AnsweredLeg) => void;
  isRinging: () => boolean;
}

/** The line on which calls come in: a user agent that registers, over JsSIP. */
export class JsSipLine implements SipLine {
  private readonly ua: JsSIP.UA;
  private readonly renew: () => Promise<SipAccount>;
  private readonly events: SipLineEvents;
  private readonly ringing = new Set<RingingSession>();
  private readonly legs = new Set<AnsweredLeg>();
  private account: SipAccount;
  private isClosed = false;

  constructor({ account, renew }: SipLineRequest, events: SipLineEvents) {
    this.account = account;
    this.renew = renew;
    this.events = events;
    this.ua = new JsSIP.UA({
      sockets: [new JsSIP.WebSocketInterface(account.websocketUrl)],
      uri: account.uri,
      authorization_user: account.username,
      password: account.password,
      realm: account.realm,
      register: false, // It would register with the credentials that it began with.
      register_expires: EXPIRES_SECONDS,
      no_answer_timeout: RING_SECONDS,
      session_timers: false,
      connection_recovery_min_interval: 1,
      connection_recovery_max_interval: 30,
      user_agent: 'Farline',
    });
    this.ua.on('connected', () => void this.connected());
    this.ua.on('disconnected', () => this.disconnected());
    this.ua.on('registered', () => this.events.registered());
    this.ua.on('registrationExpiring', () => void this.register());
    this.ua.on('registrationFailed', (event: UnRegisteredEvent) => this.refused(event));
    this.ua.on('newRTCSession', (event: RTCSessionEvent) => {
      if (isIncoming(event)) this.rings(event);
    });
    this.ua.start();
  }

  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.ua.unregister();
    this.stopUnused();
  }

  private async connected(): Promise<void> {
    await this.register();
    if (!this.ua.isConnected()) return;
    for (const leg of this.legs) leg.back();
  }

  /** Those who ring cannot be answered over another connection: the engine knows them by the one that is gone. */
  private disconnected(): void {
    for (const call of [...this.ringing]) call.drop();
    for (const leg of [...this.legs]) leg.disconnected();
  }

  /** With fresh credentials. If none are to be had, the previous ones are tried, and the engine says whether they work. */
  private async register(): Promise<void> {
    const account = await this.renew().catch(() => null);
    if (account !== null) {
      this.account = account;
      this.ua.set('authorization_user', account.username);
      this.ua.set('password', account.password);
    }
    if (!this.isClosed && this.ua.isConnected()) this.ua.registrator().register();
  }

  private refused({ response }: UnRegisteredEvent): void {
    // With its connection the line comes back by itself.
    if (!this.isClosed && this.ua.isConnected()) this.events.refused(response?.status_code ?? null);
  }

  private rings({ session, request }: IncomingRTCSessionEvent): void {
    const id = request.getHeader('X-Farline-Call');
    if (this.isClosed || id === undefined || !UUID.test(id)) return session.terminate({ status_code: 486 });
    const { user } = request.from.uri;
    const call = new RingingSession(
      { id, number: E164.test(user) ? user : null, hasVoicemail: request.getHeader(VOICEMAIL) === 'yes', session },
      {
        ua: this.ua,
        account: () => this.account,
        forget: (leg) => this.forget(leg),
        isRinging: () => this.ringing.size > 0,
      },
    );
    let gone = (): void => undefined;
    this.ringing.add(call);
    call.whenSettled = (how) => {
      this.ringing.delete(call);
      if (how !== 'gone') this.legs.add(how);
      else gone();
      this.stopUnused();
    };
    gone = this.events.rings(call);
  }

  private forget(leg: AnsweredLeg): void {
    this.legs.delete(leg);
    this.stopUnused();
  }

  /** The user agent stays two seconds at most, to send what it still has to send. */
  private stopUnused(): void {
    if (this.isClosed && this.ringing.size === 0 && this.legs.size === 0) this.ua.stop();
  }
}

class RingingSession implements RingingSipCall {
  readonly id: string;
  readonly number: string | null;
  readonly hasVoicemail: boolean;
  whenSettled: (how: 'gone' | AnsweredLeg) => void = () => undefined;
  private readonly session: RTCSession;
  private readonly host: Host;
  private isSettled = false;

  constructor(call: { id: string; number: string | null; hasVoicemail: boolean; session: RTCSession }, host: Host) {
    this.id = call.id;
    this.number = call.number;
    this.hasVoicemail = call.hasVoicemail;
    this.session = call.session;
    this.host = host;
    this.session.on('failed', () => this.settle('gone'));
  }

  answer(microphone: MediaStream, events: SipCallEvents): SipCall {
    const leg = new AnsweredLeg(this.session, { host: this.host, microphone, events });
    this.settle(leg);
    leg.take();
    return leg;
  }

  refuse(how: Refusal): void {
    if (this.session.isEnded()) return;
    this.session.terminate({
      status_code: how === 'here' ? 486 : 603,
      ...(how === 'to-voicemail' ? { extraHeaders: [`${VOICEMAIL}: yes`] } : {}),
    });
  }

  /** It can be answered no more. */
  drop(): void {
    this.settle('gone');
    this.refuse('here');
  }

  private settle(how: 'gone' | AnsweredLeg): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.whenSettled(how);
  }
}

/** A call that came in and was answered here. */
class AnsweredLeg extends JsSipLeg {
  private readonly host: Host;

  constructor(
    session: RTCSession,
    { host, microphone, events }: { host: Host; microphone: MediaStream; events: SipCallEvents },
  ) {
    super(host.ua, microphone, events);
    this.host = host;
    this.session = session;
  }

  take(): void {
    const { session } = this;
    if (session === null || session.isEnded()) return this.over({ is: 'hung-up', by: 'there' });
    const { peerconnection, icecandidate, sdp, hold, unhold, ended, failed } = this.handlers();
    session.on('peerconnection', peerconnection);
    session.on('icecandidate', icecandidate);
    session.on('sdp', sdp);
    session.on('hold', hold);
    session.on('unhold', unhold);
    session.on('ended', ended);
    session.on('failed', failed);
    // Of two who answer at once one is told so: the other's answer is taken by the caller's side.
    session.on('confirmed', () => this.answered());
    session.answer({ mediaStream: this.microphone, pcConfig: peerOptions(this.host.account()) });
    this.keepMuted();
  }

  /** Until the caller's side has taken the answer, it can come over no other connection. */
  disconnected(): void {
    if (this.keeper !== null) this.lost();
    else this.hangUp();
  }

  back(): void {
    this.keeper?.back();
  }

  /** A call that rings shows that it is, and could be answered over no other. */
  protected override isHeardFrom(): boolean {
    return this.host.isRinging();
  }

  protected override letGo(): void {
    this.host.forget(this);
  }
}

function isIncoming(event: RTCSessionEvent): event is IncomingRTCSessionEvent {
  return event.originator === 'remote';
}

import JsSIP from 'jssip';
import type { EndEvent, HoldEvent, IceCandidateEvent, OutgoingEvent, RTCSession, SDPEvent } from 'jssip/lib/RTCSession';
import { keepLineWhole, type LineKeeper } from './keep-line-whole.ts';
import type { SipCall, SipCallEvents, SipCallRequest, SipClient, SipEnd } from './sip-client.ts';
import { keepTelephoneCodecs } from './telephone-codecs.ts';

const CONNECT_TIMEOUT_MS = 8_000;
const CONNECT_ATTEMPTS = 2;
const ICE_TIMEOUT_MS = 500;
const HOLD_AGAIN_MS = 250;
const DIGIT_MS = 120;
const GAP_MS = 70;

/** Causes with which JsSIP gives an answered call up. */
const SOUNDLESS = new Set<string>([
  JsSIP.C.causes.RTP_TIMEOUT,
  JsSIP.C.causes.WEBRTC_ERROR,
  JsSIP.C.causes.BAD_MEDIA_DESCRIPTION,
]);

/** The phone's line over JsSIP: a user agent for each call, without registration. */
export const jssipClient: SipClient = {
  call(request, events) {
    return new JsSipCall(request, events);
  },
};

class JsSipCall implements SipCall {
  private readonly request: SipCallRequest;
  private readonly events: SipCallEvents;
  private readonly ua: JsSIP.UA;
  private session: RTCSession | null = null;
  private connection: RTCPeerConnection | null = null;
  private keeper: LineKeeper | null = null;
  private failedAttempts = 0;
  private isOver = false;
  private hadSound = false;
  private microphone: MediaStream;
  private holdTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly connectTimer: ReturnType<typeof setTimeout>;

  constructor(request: SipCallRequest, events: SipCallEvents) {
    this.request = request;
    this.events = events;
    this.microphone = request.microphone;
    const { account } = request;
    this.ua = new JsSIP.UA({
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
    this.ua.on('connected', () => this.connected());
    this.ua.on('disconnected', () => this.disconnected());
    this.connectTimer = setTimeout(() => this.over({ is: 'unreachable' }), CONNECT_TIMEOUT_MS);
    this.ua.start();
  }

  hangUp(): void {
    if (this.session !== null && !this.session.isEnded()) this.session.terminate();
    this.over({ is: 'hung-up', by: 'here' });
  }

  hold(wish: 'hold' | 'resume'): boolean {
    clearTimeout(this.holdTimer);
    if (this.session === null || this.session.isEnded()) return false;
    const isAsked = wish === 'hold' ? this.session.hold() : this.session.unhold();
    // JsSIP takes no wish while another offer is under way.
    if (!isAsked && this.session.isOnHold().local !== (wish === 'hold'))
      this.holdTimer = setTimeout(() => this.hold(wish), HOLD_AGAIN_MS);
    return isAsked;
  }

  mute(wish: 'mute' | 'unmute'): void {
    this.session?.[wish]({ audio: true, video: false });
  }

  sendDigits(digits: string): void {
    const dtmf = this.audioSender()?.dtmf;
    if (dtmf === undefined || dtmf === null) return;
    dtmf.insertDTMF(dtmf.toneBuffer + digits, DIGIT_MS, GAP_MS);
  }

  async replaceMicrophone(microphone: MediaStream): Promise<void> {
    this.microphone = microphone; // The call may still wait for its connection.
    await this.audioSender()?.replaceTrack(microphone.getAudioTracks()[0] ?? null);
  }

  async stats(): Promise<RTCStatsReport> {
    return (await this.connection?.getStats()) ?? new Map();
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
    this.keeper?.lost();
    if (this.session !== null) return this.events.signalling('lost');
    this.failedAttempts += 1;
    if (this.failedAttempts >= CONNECT_ATTEMPTS) this.over({ is: 'unreachable' });
  }

  private invite(): void {
    const { uri, header, account } = this.request;
    this.session = this.ua.call(uri, {
      mediaStream: this.microphone,
      extraHeaders: [`${header.name}: ${header.value}`],
      pcConfig: { iceServers: account.iceServers.map(iceServer), rtcpMuxPolicy: 'require' },
      eventHandlers: {
        peerconnection: ({ peerconnection }: { peerconnection: RTCPeerConnection }) => this.listenTo(peerconnection),
        icecandidate: sendWithFirstUsefulCandidate(),
        sdp: (event: SDPEvent) => {
          if (event.originator === 'local') event.sdp = keepTelephoneCodecs(event.sdp);
        },
        progress: ({ response }: OutgoingEvent) => {
          if (response.body) this.events.earlyMedia();
          else if (response.status_code >= 180) this.events.ringing();
        },
        accepted: () => this.answered(),
        hold: (event: HoldEvent) => event.originator === 'local' && this.events.held?.('held'),
        unhold: (event: HoldEvent) => event.originator === 'local' && this.events.held?.('talking'),
        ended: (event: EndEvent) => this.over(this.endOf(event)),
        failed: (event: EndEvent) => this.over(failureOf(event)),
      },
    });
    this.keepMuted();
  }

  /** With each re-offer JsSIP switches the microphone on, unless it was told that the microphone is off. */
  private keepMuted(): void {
    if (this.microphone.getAudioTracks().some((track) => !track.enabled)) this.mute('mute');
  }

  private listenTo(connection: RTCPeerConnection): void {
    this.connection = connection;
    connection.addEventListener('track', ({ track, streams }) => {
      this.events.farAudio(streams[0] ?? new MediaStream([track]));
    });
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'connected') this.hadSound = true;
      // Where the keys are not agreed on (DTLS) JsSIP would stay in a silent call; it ends those whose ICE fails.
      if (connection.connectionState === 'failed' && this.session?.isEstablished() === true)
        this.session.terminate({ cause: JsSIP.C.causes.RTP_TIMEOUT });
    });
  }

  /** What JsSIP ends by itself, nobody hung up. */
  private endOf(event: EndEvent): SipEnd {
    if (event.originator === 'local' && SOUNDLESS.has(event.cause))
      return { is: 'soundless', since: this.hadSound ? 'later' : 'the answer' };
    return { is: 'hung-up', by: isFromHere(event) ? 'here' : 'there' };
  }

  private answered(): void {
    this.events.answered();
    if (this.session === null || this.connection === null) return;
    this.keeper = keepLineWhole(this.session, this.connection, () => this.events.signalling('connected'));
    if (!this.ua.isConnected()) this.disconnected();
  }

  private audioSender(): RTCRtpSender | undefined {
    return this.connection?.getSenders().find((sender) => sender.track === null || sender.track.kind === 'audio');
  }

  /** Tells the end once. The user agent stays two seconds at most, to send what it still has to send. */
  private over(end: SipEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.connectTimer);
    clearTimeout(this.holdTimer);
    this.ua.stop();
    this.events.ended(end);
  }
}

/**
 * Waiting for every candidate can take 40 s on machines with many interfaces: each offer leaves with the first that a
 * server can reach, or half a second after the first of any kind.
 */
function sendWithFirstUsefulCandidate(): (event: IceCandidateEvent) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let offer: (() => void) | undefined;
  return ({ candidate, ready }) => {
    if (offer !== ready) {
      clearTimeout(timer);
      timer = undefined;
      offer = ready;
    }
    if (candidate.protocol === 'udp' && candidate.address?.includes(':') !== true) {
      clearTimeout(timer);
      ready();
    } else {
      timer ??= setTimeout(ready, ICE_TIMEOUT_MS);
    }
  };
}

/** A call that the engine no longer knows (481 to our request) ended there. */
function isFromHere({ originator, cause }: EndEvent): boolean {
  return originator === 'local' && cause !== JsSIP.C.causes.DIALOG_ERROR;
}

function failureOf({ message, cause, originator }: EndEvent): SipEnd {
  const { causes } = JsSIP.C;
  if (cause === causes.CANCELED && originator === 'local') return { is: 'hung-up', by: 'here' };
  if (cause === causes.CONNECTION_ERROR) return { is: 'unreachable' };
  if (cause === causes.WEBRTC_ERROR || cause === causes.BAD_MEDIA_DESCRIPTION) return { is: 'no-media' };
  if (cause === causes.REQUEST_TIMEOUT) return { is: 'unreachable' };
  const status = message !== null && message !== undefined && 'status_code' in message ? message.status_code : 408;
  return { is: 'refused', status, reason: message?.getHeader('X-Farline-Reason') ?? null };
}

function iceServer({ urls, username, credential }: SipCallRequest['account']['iceServers'][number]): RTCIceServer {
  return { urls, ...(username === undefined ? {} : { username }), ...(credential === undefined ? {} : { credential }) };
}

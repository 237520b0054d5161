import JsSIP from 'jssip';
import type {
  EndEvent,
  HoldEvent,
  IceCandidateEvent,
  RTCSession,
  RTCSessionEventMap,
  SDPEvent,
} from 'jssip/lib/RTCSession';
import { keepLineWhole, type LineKeeper } from './keep-line-whole.ts';
import type { SipAccount, SipCall, SipCallEvents, SipEnd } from './sip-client.ts';
import { keepTelephoneCodecs } from './telephone-codecs.ts';

declare module 'jssip/lib/UA' {
  interface UA {
    readonly transport: { isConnecting(): boolean; disconnect(): void; connect(): void };
  }
}

declare module 'jssip/lib/RTCSession' {
  interface RTCSessionEventMap {
    /** Comes before `failed`, while the connection is still open. */
    _failed: (event: EndEvent) => void;
  }
}

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

/** What a call over JsSIP does from its session on, whichever side placed it. */
export abstract class JsSipLeg implements SipCall {
  protected readonly ua: JsSIP.UA;
  protected readonly events: SipCallEvents;
  protected session: RTCSession | null = null;
  protected keeper: LineKeeper | null = null;
  protected microphone: MediaStream;
  protected isOver = false;
  private connection: RTCPeerConnection | null = null;
  private hadSound = false;
  private isHungUp = false;
  private isIceFailed = false;
  private holdTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(ua: JsSIP.UA, microphone: MediaStream, events: SipCallEvents) {
    this.ua = ua;
    this.microphone = microphone;
    this.events = events;
  }

  hangUp(): void {
    this.isHungUp = true;
    if (this.session !== null && !this.session.isEnded()) this.session.terminate();
    this.over({ is: 'hung-up', by: 'here' });
  }

  hold(action: 'hold' | 'resume'): boolean {
    clearTimeout(this.holdTimer);
    if (this.session === null || this.session.isEnded()) return false;
    const isAsked = action === 'hold' ? this.session.hold() : this.session.unhold();
    // JsSIP takes no request while another offer is under way.
    if (!isAsked && this.session.isOnHold().local !== (action === 'hold'))
      this.holdTimer = setTimeout(() => this.hold(action), HOLD_AGAIN_MS);
    return isAsked;
  }

  mute(action: 'mute' | 'unmute'): void {
    this.session?.[action]({ audio: true, video: false });
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

  /** What both sides' sessions tell. */
  protected handlers() {
    return {
      peerconnection: ({ peerconnection }: { peerconnection: RTCPeerConnection }) => this.listenTo(peerconnection),
      icecandidate: sendWithFirstUsefulCandidate(),
      sdp: (event: SDPEvent) => {
        if (isFromHere(event)) event.sdp = keepTelephoneCodecs(event.sdp);
      },
      hold: (event: HoldEvent) => isFromHere(event) && this.events.held?.('held'),
      unhold: (event: HoldEvent) => isFromHere(event) && this.events.held?.('talking'),
      ended: (event: EndEvent) => this.over(this.endOf(event)),
      _failed: () => void (this.isIceFailed = this.connection?.iceConnectionState === 'failed'),
      failed: (event: EndEvent) => this.over(this.failureOf(event)),
    } satisfies Partial<RTCSessionEventMap>;
  }

  /** With each re-offer JsSIP switches the microphone on, unless it was told that the microphone is off. */
  protected keepMuted(): void {
    if (this.microphone.getAudioTracks().some((track) => !track.enabled)) this.mute('mute');
  }

  protected answered(): void {
    this.events.answered();
    if (this.session === null || this.connection === null) return;
    this.keeper = keepLineWhole(this.session, this.connection, {
      mended: () => this.events.signalling('connected'),
      deaf: this.renewSocket,
    });
    // What stood before the network was away may be dead without knowing.
    globalThis.addEventListener('online', this.renewSocket);
    if (!this.ua.isConnected()) this.lost();
  }

  /** The WebSocket is gone; the sound may go on. */
  protected lost(): void {
    this.keeper?.lost();
    this.events.signalling('lost');
  }

  /** Has another WebSocket carry what this one may have lost; whoever shares it may say that it is alive. */
  protected readonly renewSocket = (): void => {
    const { transport } = this.ua;
    if (this.isOver || transport.isConnecting() || this.isHeardFrom()) return;
    transport.disconnect();
    transport.connect();
  };

  /** Whether something else shows that the WebSocket is alive. */
  protected isHeardFrom(): boolean {
    return false;
  }

  /** What this call held of its user agent, once it is over. */
  protected abstract letGo(): void;

  /** Tells the end once. */
  protected over(end: SipEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.holdTimer);
    if (this.keeper !== null) globalThis.removeEventListener('online', this.renewSocket);
    this.letGo();
    this.events.ended(end);
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
    if (isFromHere(event) && SOUNDLESS.has(event.cause))
      return { is: 'soundless', since: this.hadSound ? 'later' : 'the answer' };
    if (isAnsweredElsewhere(event)) return { is: 'elsewhere' };
    return { is: 'hung-up', by: isHungUpHere(event) ? 'here' : 'there' };
  }

  private failureOf(event: EndEvent): SipEnd {
    const isCanceled = isFromHere(event) && event.cause === JsSIP.C.causes.CANCELED;
    if (!isCanceled) return failureOf(event);
    if (this.isHungUp) return { is: 'hung-up', by: 'here' };
    // JsSIP says the same of a call that it gives up by itself before the answer.
    if (this.isIceFailed) return { is: 'no-media' };
    return { is: this.ua.isConnected() ? 'unreachable' : 'cut-off' };
  }

  private audioSender(): RTCRtpSender | undefined {
    return this.connection?.getSenders().find((sender) => sender.track === null || sender.track.kind === 'audio');
  }
}

/** The connection's options for the engine's ICE servers. */
export function peerOptions({ iceServers }: Pick<SipAccount, 'iceServers'>): RTCConfiguration {
  return { iceServers: iceServers.map(iceServer), rtcpMuxPolicy: 'require' };
}

/** Whether somebody of the account took the call on another device (RFC 3326 §2). */
export function isAnsweredElsewhere({ message }: Pick<EndEvent, 'message'>): boolean {
  return /\bcause\s*=\s*200\b/.test(message?.getHeader('Reason') ?? '');
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

function isFromHere({ originator }: { originator: string }): boolean {
  return originator === 'local';
}

/** A call that the engine no longer knows (481 to our request) ended there. */
function isHungUpHere({ originator, cause }: EndEvent): boolean {
  return originator === 'local' && cause !== JsSIP.C.causes.DIALOG_ERROR;
}

function failureOf({ message, cause }: EndEvent): SipEnd {
  const { causes } = JsSIP.C;
  if (cause === causes.CONNECTION_ERROR) return { is: 'unreachable' };
  if (cause === causes.WEBRTC_ERROR || cause === causes.BAD_MEDIA_DESCRIPTION) return { is: 'no-media' };
  if (cause === causes.REQUEST_TIMEOUT) return { is: 'unreachable' };
  const status = message !== null && message !== undefined && 'status_code' in message ? message.status_code : 408;
  return { is: 'refused', status, reason: message?.getHeader('X-Farline-Reason') ?? null };
}

function iceServer({ urls, username, credential }: SipAccount['iceServers'][number]): RTCIceServer {
  return { urls, ...(username === undefined ? {} : { username }), ...(credential === undefined ? {} : { credential }) };
}

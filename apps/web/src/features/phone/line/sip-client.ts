import type { webrtcTokenReply } from '@farline/contracts/calls';
import type { z } from 'zod';

export type SipAccount = z.infer<typeof webrtcTokenReply>;

/** Why a SIP call is over, as far as this end knows. The call record has the last word. */
export type SipEnd =
  /** The engine could not be reached at all. */
  | { is: 'unreachable' }
  /** A final answer other than 200, or a time-out of ours (status 408). */
  | { is: 'refused'; status: number; reason: string | null }
  | { is: 'hung-up'; by: 'here' | 'there' }
  /** The browser could not set up the sound. */
  | { is: 'no-media' }
  /** The answered call was given up by this browser, since its sound found no way at all, or no way any more. */
  | { is: 'soundless'; since: 'the answer' | 'later' };

export interface SipCallRequest {
  account: SipAccount;
  /** Credentials that still last, for a call that comes back over another connection: the engine wants a proof then. */
  renew?: () => Promise<SipAccount>;
  /** Request-URI of the INVITE. */
  uri: string;
  header: { name: string; value: string };
  microphone: MediaStream;
}

/** What happens to a call; `ended` comes last and once. */
export interface SipCallEvents {
  ringing(): void;
  /** The network speaks before the answer: what it says is heard instead of the ringing tone. */
  earlyMedia(): void;
  answered(): void;
  /** What was asked for has come about. */
  held?(state: 'held' | 'talking'): void;
  farAudio(stream: MediaStream): void;
  /** Whether the signalling connection stands. The voice may go on without it. */
  signalling(state: 'connected' | 'lost'): void;
  ended(end: SipEnd): void;
}

/** One call under way. */
export interface SipCall {
  hangUp(): void;
  /** Puts the far side on hold or takes it back; tells whether the engine was asked at once, or will be asked soon. */
  hold(wish: 'hold' | 'resume'): boolean;
  /** Switches the microphone off or on; it stays so through holding and re-offers. */
  mute(wish: 'mute' | 'unmute'): void;
  /** Sends key presses as RFC 4733 events. */
  sendDigits(digits: string): void;
  /** Puts another microphone in the place of the first, without a new negotiation. */
  replaceMicrophone(microphone: MediaStream): Promise<void>;
  stats(): Promise<RTCStatsReport>;
}

/** A telephone line over SIP. The phone knows this and no library. */
export interface SipClient {
  call(request: SipCallRequest, events: SipCallEvents): SipCall;
}

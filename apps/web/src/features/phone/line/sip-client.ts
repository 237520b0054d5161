import type { webrtcTokenReply } from '@farline/contracts/calls';
import type { z } from 'zod';

export type SipAccount = z.infer<typeof webrtcTokenReply>;

/** Why a SIP call is over, as far as this end knows. The call record has the last word. */
export type SipEnd =
  /** The engine could not be reached at all. */
  | { is: 'unreachable' }
  /** The connection to the engine was lost before an answer. */
  | { is: 'cut-off' }
  /** A final answer other than 200, or a time-out of ours (status 408). */
  | { is: 'refused'; status: number; reason: string | null }
  | { is: 'hung-up'; by: 'here' | 'there' }
  /** Another device had answered first. */
  | { is: 'elsewhere' }
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
  hold(action: 'hold' | 'resume'): boolean;
  /** Switches the microphone off or on; it stays so through holding and re-offers. */
  mute(action: 'mute' | 'unmute'): void;
  /** Sends key presses as RFC 4733 events. */
  sendDigits(digits: string): void;
  /** Puts another microphone in the place of the first, without a new negotiation. */
  replaceMicrophone(microphone: MediaStream): Promise<void>;
  stats(): Promise<RTCStatsReport>;
}

/** A call that rings here. */
export interface RingingSipCall {
  /** The id of its record. */
  readonly id: string;
  /** Who calls, E.164; null where the number is not shown. */
  readonly number: string | null;
  /** Takes it, once. `answered` follows when the caller's side has taken the answer, or `ended`. */
  answer(microphone: MediaStream, events: SipCallEvents): SipCall;
  /** Whether its caller can be sent to voicemail. */
  hasVoicemail: boolean;
  refuse(how: Refusal): void;
}

/**
 * `everywhere`: nobody else of this account is to be asked. `here`: this device alone falls silent. `to-voicemail`: nobody else is asked, and the caller
 * leaves a message.
 */
export type Refusal = 'everywhere' | 'here' | 'to-voicemail';

export interface SipLineRequest {
  account: SipAccount;
  /** Credentials that still last: those of the account last minutes, the registration goes on. */
  renew: () => Promise<SipAccount>;
}

export interface SipLineEvents {
  /** It rings. Gives what is told once when it rings no more without having been answered or refused here. */
  rings(call: RingingSipCall): () => void;
  /** Calls come in from now on. */
  registered(): void;
  /** The engine does not take this line, which does not try again; null: it gave no answer. */
  refused(status: number | null): void;
}

/** A line on which calls come in. It connects and registers again by itself after its network was away. */
export interface SipLine {
  /** No calls come in any more. One that rings already, or is talked on, goes on. */
  close(): void;
}

/** Telephone calls over SIP. The phone knows this and no library. */
export interface SipClient {
  call(request: SipCallRequest, events: SipCallEvents): SipCall;
  register(request: SipLineRequest, events: SipLineEvents): SipLine;
}

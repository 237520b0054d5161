import { type Info, type Session, SessionState } from 'sip.js';
import type { CallMedia } from './call-media.ts';
import { areDigits } from './dtmf.ts';
import { keyOfInfo } from './far-side-keys.ts';
import type { HeardAudio } from './heard-audio.ts';
import type { PlayEnd } from './media-leg.ts';
import type { MediaCounts } from './rtcp-reporter.ts';

/** Who ended a call, and how. `status` is the SIP status that refused or cancelled it, null for a call that was answered. */
export interface CallEnd {
  by: 'near' | 'far';
  how: 'hung-up' | 'cancelled' | 'rejected' | 'failed';
  status: number | null;
  at: Date;
}

/** What a call knows of who is on its other end. While `isOnHold` the far side may be silent on purpose. */
interface FarSide {
  signs: number;
  isOnHold: boolean;
}

/** What calls in both directions share: their sound, their keys and their end. */
export abstract class Call {
  /** Settles once, when the call is over, however it ended. */
  readonly ended: Promise<CallEnd>;
  /** Aborts when the call is over: for whatever waits on behalf of the call. */
  readonly signal: AbortSignal;
  protected readonly media: CallMedia;
  readonly #session: Session;
  readonly #now: () => Date;
  readonly #over = new AbortController();
  readonly #ended = Promise.withResolvers<CallEnd>();
  #end: Omit<CallEnd, 'at'> | null = null;

  constructor(parts: { session: Session; media: CallMedia; now: () => Date }) {
    this.#session = parts.session;
    this.#now = parts.now;
    this.media = parts.media;
    this.signal = this.#over.signal;
    this.ended = this.#ended.promise;
    parts.session.stateChange.addListener((state) => {
      if (state === SessionState.Terminated) this.finish();
    });
  }

  /** Ends the sound and settles `ended`, also where SIP.js knows of no end. The second time it does nothing. */
  protected finish(): void {
    this.media.close();
    this.#over.abort();
    const at = this.#now();
    // SIP.js tells the new state first, and why in the same breath after it.
    queueMicrotask(() => this.#ended.resolve({ ...(this.#end ?? { by: 'near', how: 'failed', status: null }), at }));
  }

  /** Notes why the call is about to end; the first reason stays. */
  protected endBecause(end: Omit<CallEnd, 'at'>): void {
    this.#end ??= end;
  }

  /** Takes a key that the far side says by INFO; refuses what else stands in one. */
  protected takeInfo(info: Info): void {
    const { request } = info;
    const key = keyOfInfo({ contentType: request.getHeader('Content-Type') ?? '', body: request.body });
    if (key !== null) this.media.leg.takeKeyByInfo(key);
    void (key !== null || request.body === '' ? info.accept() : info.reject({ statusCode: 415 }));
  }

  /** Sends BYE and settles when it is answered, or when nobody answers it for 32 s. */
  protected sendBye(): Promise<void> {
    this.endBecause({ by: 'near', how: 'hung-up', status: null });
    return new Promise((resolve) => {
      const done = () => resolve();
      const asked = this.#session.bye({ requestDelegate: { onAccept: done, onReject: done, onRedirect: done } });
      asked.catch(() => resolve());
    });
  }

  /** Ends the call in whatever way its state allows; settles when the far side knows. On an ended call it does nothing. */
  abstract hangUp(): Promise<void>;

  /** Plays 8 kHz samples in place of what went out before. */
  play(samples: Int16Array, options: { signal?: AbortSignal } = {}): Promise<PlayEnd> {
    return this.media.leg.play(samples, options);
  }

  /** Sends back every packet of sound that comes in. */
  echo(): void {
    this.media.leg.echo();
  }

  /** Sends silence. */
  silence(): void {
    this.media.leg.silence();
  }

  /** From now on the far sides of both calls hear each other, keys too. */
  join(other: Call): void {
    this.media.leg.relay(other.media.leg);
    other.media.leg.relay(this.media.leg);
  }

  /** Presses keys (RFC 4733); settles when the last was let go. Throws at characters that are no key. */
  async sendDigits(digits: string): Promise<void> {
    if (!areDigits(digits)) throw new Error(`"${digits}" holds what no telephone has a key for.`);
    await this.media.leg.sendDigits(digits);
  }

  /** Tells each key that the far side presses, once. Returns what ends the telling. */
  onDigit(listener: (digit: string) => void): () => void {
    return this.media.leg.onDigit(listener);
  }

  /** Tells each packet of sound that comes in. Returns what ends the telling. */
  onAudio(listener: (audio: HeardAudio) => void): () => void {
    return this.media.leg.onAudio(listener);
  }

  /** Packets sent and heard so far; they stay when the call is over. */
  get counts(): MediaCounts {
    return this.media.leg.counts;
  }

  /** What tells whether the far side is still there: how many packets came of it, RTCP too, and whether it holds the call. */
  farSide(): FarSide {
    const { received, reports } = this.counts;
    return { signs: received + reports, isOnHold: this.media.isOnHold };
  }

  /** The answer to a description that came by UPDATE (RFC 3311); null where it has no sound that we can carry. */
  answerUpdate(sdp: string): string | null {
    return this.media.answerAtOnce(sdp);
  }
}

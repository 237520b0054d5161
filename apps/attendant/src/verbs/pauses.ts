import { type HeardAudio, SAMPLE_RATE } from '@farline/sip-endpoint';

/** However long the call was on hold, nobody wants to listen to more; and the disk takes little more at once. */
const MOST_SAMPLES = 5 * SAMPLE_RATE;

/**
 * How much silence belongs before a sound: many telephones send none while nobody speaks, and packets are lost. The far side's clock tells it. Ours
 * bounds it, since theirs may jump: no more can be missing than what is written is behind the time. What only comes late is not missing.
 */
export class Pauses {
  #last: HeardAudio | null = null;
  /** When what is written would have begun, had all of it come when it was said. */
  #beganAt: number | null = null;

  /** In samples; 0 until something was counted. `written`: how many samples there are. */
  before(audio: HeardAudio, written: number, nowMs: number): number {
    const last = this.#last;
    this.#last = audio;
    if (this.#beganAt === null || last?.source !== audio.source) return 0;
    const missing = (audio.timestamp - last.timestamp - last.length) | 0;
    const behind = Math.round(((nowMs - this.#beganAt) * SAMPLE_RATE) / 1000) - written - audio.length;
    return Math.max(0, Math.min(missing, behind, MOST_SAMPLES));
  }

  /** So much is written now, where something was heard. */
  count(written: number, nowMs: number): void {
    this.#beganAt ??= nowMs - (written * 1000) / SAMPLE_RATE;
  }
}

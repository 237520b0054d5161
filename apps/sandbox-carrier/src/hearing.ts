import { type DominantTone, dominantTone, type HeardAudio, SAMPLE_RATE, TONE_WINDOW } from '@farline/sip-endpoint';

/** The strongest tone at the start of one second of a call's incoming sound, counted from its first packet. */
export interface HeardTone extends DominantTone {
  second: number;
}

/** Seconds that are kept: the latest two minutes. */
const KEPT = 120;

/** Notes the dominant tone of every second that comes in; silent seconds leave no note. */
export function hearTones(call: { onAudio(listener: (audio: HeardAudio) => void): unknown }): readonly HeardTone[] {
  const tones: HeardTone[] = [];
  const window = new Int16Array(TONE_WINDOW);
  let filled = 0;
  let heardSamples = 0;
  call.onAudio((audio) => {
    const second = Math.floor(heardSamples / SAMPLE_RATE);
    const isInWindow = heardSamples % SAMPLE_RATE < TONE_WINDOW || filled > 0;
    // Only the windows are decoded: most packets cost nothing here.
    heardSamples += audio.length;
    if (!isInWindow) return;
    const part = audio.samples().subarray(0, TONE_WINDOW - filled);
    window.set(part, filled);
    filled += part.length;
    if (filled < TONE_WINDOW) return;
    filled = 0;
    const tone = dominantTone(window);
    if (!tone) return;
    tones.push({ second, ...tone });
    if (tones.length > KEPT) tones.shift();
  });
  return tones;
}

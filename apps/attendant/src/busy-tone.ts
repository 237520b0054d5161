import { SAMPLE_RATE, sineTone } from '@farline/sip-endpoint';

/** Half a second of it in each second (ITU-T E.180), for five seconds. */
export const BUSY_TONE = busyTone(5);

function busyTone(seconds: number): Int16Array {
  const tone = sineTone({ frequencyHz: 425, durationMs: 500, amplitude: 6000 });
  const all = new Int16Array(seconds * SAMPLE_RATE);
  for (let second = 0; second < seconds; second += 1) all.set(tone, second * SAMPLE_RATE);
  return all;
}

import type { Line } from '../line.ts';

/** How a sound that was played ended: to its end, by a key of the caller's, or because the call is over. */
export type Played = 'finished' | { key: string } | 'over';

/** Plays samples of 8 kHz, then sends silence. A key that is one of `until` cuts it short. */
export async function play(call: Line, samples: Int16Array, until = ''): Promise<Played> {
  const pressed = new AbortController();
  let key: string | null = null;
  const stopListening = call.onDigit((digit) => {
    if (key !== null || !until.includes(digit)) return;
    key = digit;
    pressed.abort();
  });
  try {
    if (samples.length > 0) await call.play(samples, { signal: pressed.signal });
  } finally {
    stopListening();
  }
  if (call.signal.aborted) return 'over';
  call.silence();
  return key === null ? 'finished' : { key };
}

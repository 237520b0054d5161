import type { PlayingLine } from '../line.ts';

/** How a sound that was played ended: to its end, by a key of the caller's, or because the call is over. */
export type Played = 'finished' | { key: string } | 'over';

/** The key that cut a sound short; null: none did. */
export const keyOf = (played: Played): string | null => (typeof played === 'object' ? played.key : null);

/** Plays samples of 8 kHz, then sends silence. A key that is one of `until` cuts it short, and so does `stop`. */
export async function play(call: PlayingLine, samples: Int16Array, until = '', stop?: AbortSignal): Promise<Played> {
  const pressed = new AbortController();
  let key: string | null = null;
  const stopListening = call.onDigit((digit) => {
    if (key !== null || !until.includes(digit)) return;
    key = digit;
    stopListening();
    pressed.abort();
  });
  try {
    const signal = stop === undefined ? pressed.signal : AbortSignal.any([pressed.signal, stop]);
    if (samples.length > 0) await call.play(samples, { signal });
  } finally {
    stopListening();
  }
  if (call.signal.aborted) return 'over';
  call.silence();
  return key === null ? 'finished' : { key };
}

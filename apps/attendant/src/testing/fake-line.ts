import type { HeardAudio } from '@farline/sip-endpoint';
import type { Line } from '../line.ts';

const SAMPLES_A_MS = 8;

/** A call whose caller a test plays: what they press and say, what tells of them, and what is done when they hear a sound. */
export function fakeLine(onPlay: (samples: Int16Array) => void = () => {}) {
  const over = new AbortController();
  const pressed = new Set<(digit: string) => void>();
  const side = { signs: 0, isOnHold: false };
  const heard = new Set<(audio: HeardAudio) => void>();
  const line: Line = {
    signal: over.signal,
    answer: async () => true,
    hangUp: async () => over.abort(),
    silence: () => {},
    farSide: () => side,
    play: async (samples, options?: { signal?: AbortSignal }) => {
      onPlay(samples);
      const stopped = AbortSignal.any([over.signal, ...(options?.signal ? [options.signal] : [])]);
      return await new Promise((resolve) => {
        if (stopped.aborted) return resolve('stopped');
        // On hold nothing is heard: it waits.
        if (!side.isOnHold) setTimeout(() => resolve('finished'), samples.length / SAMPLES_A_MS);
        stopped.addEventListener('abort', () => resolve('stopped'));
      });
    },
    onDigit: (listener) => listening(pressed, listener),
    onAudio: (listener) => listening(heard, listener),
  };
  return {
    line,
    side,
    press: (digit: string) => {
      for (const listener of [...pressed]) listener(digit);
    },
    /** Says something that ends now, or begins at another time of the caller's clock, which counts samples. */
    say: (samples: Int16Array, timestamp = Math.round(performance.now() * SAMPLES_A_MS) - samples.length) => {
      const audio = { length: samples.length, source: 1, timestamp, samples: () => samples };
      for (const listener of [...heard]) listener(audio);
    },
  };
}

function listening<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

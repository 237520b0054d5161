import type { Line } from './line.ts';

/** So many keys wait at most for somebody to listen, and none for longer. */
const MOST_AHEAD = 16;
const AHEAD_FOR_MS = 5_000;

/** The same line, on which keys that come while nothing listens, as when words are not spoken yet, are told to what listens next. */
export function keepKeysAhead(call: Line): Line {
  const listeners = new Set<(digit: string) => void>();
  const ahead: { digit: string; at: number }[] = [];
  const tell = (digit: string) => {
    for (const listener of [...listeners]) listener(digit);
  };
  const forgetOld = () => {
    while (ahead[0] !== undefined && performance.now() - ahead[0].at >= AHEAD_FOR_MS) ahead.shift();
  };
  const tellAhead = () => {
    forgetOld();
    while (listeners.size > 0) {
      const next = ahead.shift();
      if (next === undefined) return;
      tell(next.digit);
    }
  };
  call.onDigit((digit) => {
    if (listeners.size > 0) return tell(digit);
    forgetOld();
    if (ahead.length < MOST_AHEAD) ahead.push({ digit, at: performance.now() });
  });
  return {
    answer: async () => await call.answer(),
    hangUp: async () => await call.hangUp(),
    play: async (samples, options) => await call.play(samples, options),
    silence: () => call.silence(),
    onAudio: (listener) => call.onAudio(listener),
    farSide: () => call.farSide(),
    signal: call.signal,
    onDigit: (listener) => {
      listeners.add(listener);
      queueMicrotask(tellAhead);
      return () => void listeners.delete(listener);
    },
  };
}

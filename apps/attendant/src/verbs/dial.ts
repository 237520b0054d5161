import { SAMPLE_RATE, sineTone } from '@farline/sip-endpoint';
import type { Line, Placed } from '../line.ts';
import { play } from './play.ts';

/** What came of a call that was placed for somebody who waits. */
export type Dialled = 'taken' | 'untaken' | 'over';

/** The engine bounds how long it rings, and what it goes on to; this is for one that is gone meanwhile. */
const LONGEST_RINGING_MS = 5 * 60_000;
/** How long one that was taken back may take to say so. One that is gone says nothing, ever. */
const TAKEN_BACK_WITHIN_MS = 3_000;
const UNANSWERED = { answered: false } as const;
/** A second of it in each five, as most countries have it (ITU-T E.180). */
const RINGING = withSilence(sineTone({ frequencyHz: 425, durationMs: 1000, amplitude: 6000 }), 5 * SAMPLE_RATE);

/** Waits for a call that was placed, while who waits hears it ring. Who hangs up takes it back. */
export async function dial(call: Line, placed: Placed): Promise<Dialled> {
  const answered = new AbortController();
  const { promise: givenUp, resolve: giveUp } = Promise.withResolvers<typeof UNANSWERED>();
  let silent: NodeJS.Timeout | undefined;
  const takeBack = () => {
    void placed.hangUp().catch(() => {});
    silent ??= setTimeout(() => giveUp(UNANSWERED), TAKEN_BACK_WITHIN_MS);
  };
  const timer = setTimeout(takeBack, LONGEST_RINGING_MS);
  call.signal.addEventListener('abort', takeBack);
  if (call.signal.aborted) takeBack();
  const ringing = ring(call, answered.signal);
  try {
    // Whatever goes wrong with it, nobody has taken the call.
    const answer = await Promise.race([placed.answered.catch(() => UNANSWERED), givenUp]);
    if (call.signal.aborted) return 'over';
    return answer.answered ? 'taken' : 'untaken';
  } finally {
    clearTimeout(timer);
    clearTimeout(silent);
    call.signal.removeEventListener('abort', takeBack);
    answered.abort();
    await ringing;
  }
}

async function ring(call: Line, until: AbortSignal): Promise<void> {
  while (!until.aborted && !call.signal.aborted) await play(call, RINGING, '', until);
}

function withSilence(tone: Int16Array, samples: number): Int16Array {
  const all = new Int16Array(samples);
  all.set(tone);
  return all;
}

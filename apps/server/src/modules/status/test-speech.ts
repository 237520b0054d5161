import type { speechTestReply } from '@farline/contracts';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { inTime } from '../../platform/concurrency/in-time.ts';

/** Speaks a text and says what came out. It must really speak: an answer from a cache proves nothing. */
export type Synthesise = (text: string) => Promise<{ bytes: number; durationMs: number }>;

const SENTENCE = 'This is Farline. If you can read this, I can speak.';
const WITHIN_MS = 5_000;

/** Has a sentence spoken and measures it. A synthesis that fails, is late or gives nothing is failing. */
export async function testSpeech(deps: {
  clock: Clock;
  synthesise: Synthesise;
}): Promise<z.infer<typeof speechTestReply>> {
  const startedAt = performance.now();
  const spoken = await inTime(async () => await deps.synthesise(SENTENCE), WITHIN_MS);
  const isSpoken = spoken !== null && spoken.bytes > 0 && spoken.durationMs > 0;
  return {
    status: isSpoken ? 'ok' : 'failing',
    service: 'speech',
    time: deps.clock.now().toISOString(),
    message: isSpoken ? 'Speech synthesis spoke a sentence.' : 'Speech synthesis isn’t answering.',
    tookMs: Math.round(performance.now() - startedAt),
    bytes: isSpoken ? spoken.bytes : null,
    spokenMs: isSpoken ? Math.round(spoken.durationMs) : null,
  };
}

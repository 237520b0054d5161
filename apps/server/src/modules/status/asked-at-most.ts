import type { Clock } from '../../platform/clock.ts';

/**
 * The same question asked at most once in so many milliseconds: everyone else gets the answer that is there or on its
 * way. Open routes stay cheap by it.
 */
export function askedAtMost<Answer>(
  options: { everyMs: number; clock: Clock },
  ask: () => Promise<Answer>,
): () => Promise<Answer> {
  let asked: { at: number; answer: Promise<Answer> } | null = null;
  return () => {
    const at = options.clock.now().getTime();
    if (asked === null || Math.abs(at - asked.at) >= options.everyMs) {
      const mine = { at, answer: ask() };
      asked = mine;
      mine.answer.catch(() => {
        if (asked === mine) asked = null;
      });
    }
    return asked.answer;
  };
}

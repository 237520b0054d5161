import { newId } from './ids.ts';

/** What a request does: `id` is what it writes it under. */
export type Work = {
  id: string;
  /** The same request was run before, and nobody knows whether that was done: it is looked for first, under the id. */
  mayBeDone: boolean;
};

/** The same one for each run of a request with an Idempotency-Key, and without one a new one. */
export function workOf(request: { work?: Work }, clock: { now: () => Date }): Work {
  return request.work ?? newWork(clock);
}

export const newWork = (clock: { now: () => Date }): Work => ({ id: newId(clock.now()), mayBeDone: false });

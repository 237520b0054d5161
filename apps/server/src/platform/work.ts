import { AsyncLocalStorage } from 'node:async_hooks';
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

/** Whether a request may have changed something, so that it is not to be sent again unseen. */
export type Deeds = { mayBeDone: boolean };

const ofRequest = new AsyncLocalStorage<Deeds>();

/** Runs what a request does, and notes whether it may have changed something. */
export const notingDeeds = <Result>(deeds: Deeds, run: () => Result): Result => ofRequest.run(deeds, run);

/** Whether this is done for a request of which nobody has noted yet that it may have changed something. */
export const isToNote = (): boolean => ofRequest.getStore()?.mayBeDone === false;

/** From now on the request that this is done for may have changed something. */
export function noteDeed(): void {
  const deeds = ofRequest.getStore();
  if (deeds !== undefined) deeds.mayBeDone = true;
}

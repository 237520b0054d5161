import { isUnreachable } from './provider-errors.ts';

/**
 * Asks for one after another, each taken when its turn has come, until none is due or `most` were asked for. One that
 * fails keeps nobody behind it waiting. When the provider itself is not there it is left alone: what was not taken is as
 * due as before, and comes first the next time.
 */
export async function askEach<T>(queue: {
  most: number;
  /** The one that has been due longest, which is not due any more once it is taken. */
  take: () => Promise<T | null>;
  ask: (one: T) => Promise<void>;
  failed: (one: T, error: unknown) => void;
}): Promise<void> {
  for (let asked = 0; asked < queue.most; asked++) {
    const one = await queue.take();
    if (one === null) return;
    try {
      await queue.ask(one);
    } catch (error) {
      queue.failed(one, error);
      if (isUnreachable(error)) return;
    }
  }
}

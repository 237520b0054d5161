import { createSlots } from './slots.ts';

/**
 * Lets a few pieces of work of one kind run at once; the others wait in line, and whoever finds the line full is refused with what `busy` makes.
 */
export function createConcurrencyLimit(bounds: {
  atOnce: number;
  mostWaiting: number;
  busy: () => Error;
}): <T>(work: () => Promise<T>) => Promise<T> {
  const slots = createSlots(bounds);
  return async (work) => {
    const free = await slots.take();
    if (free === null) throw bounds.busy();
    try {
      return await work();
    } finally {
      free();
    }
  };
}

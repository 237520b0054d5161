/**
 * Lets a few pieces of work of one kind run at once; the others wait in line, and whoever finds the line full is refused with what `busy` makes.
 */
export function createTurns(bounds: {
  atOnce: number;
  mostWaiting: number;
  busy: () => Error;
}): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= bounds.atOnce) {
      if (waiting.length >= bounds.mostWaiting) throw bounds.busy();
      // Whoever ends hands its place on: `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

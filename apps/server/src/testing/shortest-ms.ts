/** How long the shortest of some runs took: whoever else uses the machine only lengthens them. */
export function shortestMs(work: () => unknown, runs = 3): number {
  return Math.min(
    ...Array.from({ length: runs }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}

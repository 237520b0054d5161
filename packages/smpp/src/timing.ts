/** Where time comes from: the system's, or a test's own. */
export type Timing = {
  /** Milliseconds that only ever grow; from when they count has no meaning. */
  now(): number;
  /** Acts once, not before so many milliseconds have passed. Gives what calls it off. */
  after(ms: number, act: () => void): () => void;
};

/**
 * The system's time. What has arrived is read before a time is said to be up: where this machine stood still, the answer lies
 * in the socket.
 */
export const systemTiming: Timing = {
  now: () => performance.now(),
  after(ms, act) {
    let afterReading: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      afterReading = setImmediate(act);
    }, ms);
    return () => {
      clearTimeout(timer);
      clearImmediate(afterReading);
    };
  },
};

/**
 * Kamailio reads EVAPI in pieces of 32 KB and, when a piece ends within a length field, throws away what follows. So no more
 * than this may be on its way at once.
 */
const WINDOW_BYTES = 24_000;
/** How much goes out between two questions whether it has been read. */
const CHECK_EVERY_BYTES = 8000;
/** A question that is not answered by then counts as answered: a line that is slow is better than one that stands still. */
const CHECK_TIMEOUT_MS = 1000;

/** Writes messages in order, and holds them back while too much of what was written may still be unread. */
export type PacedWriter = {
  write(message: Buffer): void;
  /** The far side has read everything up to this mark. */
  checked(mark: number): void;
  /** Forgets what waits; nothing is written any more. */
  stop(): void;
};

/** `write` puts bytes on the line; `check` makes the question for a mark. */
export function createPacedWriter(options: {
  write: (bytes: Buffer) => void;
  check: (mark: number) => Buffer;
}): PacedWriter {
  let writtenBytes = 0;
  let checkedBytes = 0;
  let askedBytes = 0;
  let waiting: Buffer[] = [];
  const timers = new Map<number, NodeJS.Timeout>();

  const put = (bytes: Buffer): void => {
    writtenBytes += bytes.length;
    options.write(bytes);
  };
  const flush = (): void => {
    while (waiting[0] !== undefined && writtenBytes + waiting[0].length - checkedBytes <= WINDOW_BYTES) {
      put(waiting[0]);
      waiting.shift();
      if (writtenBytes - askedBytes >= CHECK_EVERY_BYTES) ask();
    }
  };
  /** A mark is the number of bytes written before the question. */
  const ask = (): void => {
    const mark = writtenBytes;
    askedBytes = mark;
    timers.set(
      mark,
      setTimeout(() => checked(mark), CHECK_TIMEOUT_MS),
    );
    put(options.check(mark));
  };
  const checked = (mark: number): void => {
    clearTimeout(timers.get(mark));
    if (!timers.delete(mark)) return;
    checkedBytes = Math.max(checkedBytes, mark);
    flush();
  };

  return {
    write(message) {
      waiting.push(message);
      flush();
    },
    checked,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      waiting = [];
    },
  };
}

const EVERY_MS = 20;

let looks: readonly [number, number] = [Date.now(), Date.now()];
setInterval(() => {
  looks = [looks[1], Date.now()];
}, EVERY_MS).unref();

/**
 * The last moment, in milliseconds since 1970, at which what is heard now cannot have been there yet. A busy machine lets a process wait, and
 * what came meanwhile is heard as late as it runs again. After each tick of a timer all sockets are read, so that whatever came before the
 * last tick but one was heard before the last.
 */
export const notYetThereAt = (): number => looks[0];

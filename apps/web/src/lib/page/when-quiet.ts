import { type Part, whenThere } from './part.ts';

/** Nobody waits longer for a page that never rests. */
const LONGEST_MS = 4_000;
/** From this mark of the page's timeline on its first view stands, and what is fetched is for later. */
const STANDS = 'farline.stands';

const busy: (() => boolean)[] = [];

/** As long as this holds, the page is not quiet. */
export function busyWhile(isBusy: () => boolean): void {
  busy.push(isBusy);
}

/** Calls back once the page has come and has its figures, in a moment with nothing else to do; gives what cancels that. */
export function whenQuiet(then: () => void): () => void {
  const begunAtMs = performance.now();
  let cancel = (): void => undefined;
  const look = (): void => {
    const isBusy =
      globalThis.document?.readyState === 'loading' ||
      globalThis.document?.readyState === 'interactive' ||
      busy.some((isStill) => isStill());
    if (isBusy && performance.now() - begunAtMs < LONGEST_MS) return wait();
    if (performance.getEntriesByName(STANDS).length === 0) performance.mark(STANDS);
    then();
  };
  const wait = (): void => {
    if ('requestIdleCallback' in globalThis) {
      const handle = requestIdleCallback(() => soon(look), { timeout: LONGEST_MS });
      cancel = () => cancelIdleCallback(handle);
    } else soon(look);
  };
  const soon = (what: () => void): void => {
    const timer = setTimeout(what, 50);
    cancel = () => clearTimeout(timer);
  };
  wait();
  return () => cancel();
}

/** Once the page is quiet, fetches a part and starts what it has; gives what stops that, however far it has come. */
export function startWhenQuiet<Value>(part: Part<Value>, start: (value: Value) => () => void): () => void {
  let stop = whenQuiet(() => {
    stop = whenThere(part, (value) => {
      stop = start(value);
    });
  });
  return () => stop();
}

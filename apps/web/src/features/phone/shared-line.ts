const LINE = 'farline.line';

/** The line on which calls come in: of all tabs of a browser one has it. */
export interface SharedLine {
  /** Has it now, whoever had it: calls come in where somebody talks. */
  takeOver(): void;
  stop(): void;
}

/**
 * Waits until no other tab of this browser has the line, and has it from then on until it is stopped or another tab takes
 * it over; `begin` gives what is done at the end. Without Web Locks (insecure origins, where no call is possible) nothing happens.
 */
export function shareLine(begin: () => () => void): SharedLine {
  if (!('locks' in navigator)) return { takeOver: nothing, stop: nothing };
  const { locks } = navigator;
  let isStopped = false;
  let isTaking = false;
  let end: (() => void) | null = null;
  let letGo: () => void = nothing;
  let turn = new AbortController();

  const hold = async (): Promise<void> => {
    isTaking = false;
    if (isStopped) return;
    end = begin();
    await new Promise<void>((done) => (letGo = done));
  };
  const finish = (): void => {
    end?.();
    end = null;
  };
  const ask = (how: 'in turn' | 'at once'): void => {
    const mine = new AbortController();
    turn = mine;
    const options: LockOptions = how === 'in turn' ? { signal: mine.signal } : { steal: true };
    const over = (): void => {
      if (turn !== mine) return;
      finish();
      if (!isStopped) ask('in turn');
    };
    // It is refused when it was taken over, or is waited for no more.
    locks.request(LINE, options, hold).then(over, (reason: unknown) => {
      if (reason instanceof DOMException && reason.name === 'AbortError') over();
      else console.warn('No calls come in: the line cannot be shared', reason);
    });
  };

  ask('in turn');
  return {
    takeOver() {
      if (isStopped || isTaking || end !== null) return;
      isTaking = true;
      const waiting = turn;
      ask('at once');
      waiting.abort();
    },
    stop() {
      isStopped = true;
      finish();
      letGo();
      turn.abort();
    },
  };
}

function nothing(): void {
  // There is no line.
}

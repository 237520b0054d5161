export interface TimedRules<State, Event> {
  initial: State;
  /** The state after an event. Pure; the instant comes in. */
  next(state: State, event: Event, atMs: number): State;
  /** The part of the state that a wait belongs to: as long as it is the same object, the wait goes on. */
  phase(state: State): unknown;
  /** What happens by itself, and how long after the phase began. */
  due(state: State): { afterMs: number; event: Event } | null;
}

export interface TimedMachine<State, Event> {
  read(): State;
  /** Calls back after every change. Gives the function that stops it. */
  watch(listener: () => void): () => void;
  send(event: Event): void;
  /** Nothing happens by itself any more, until the next event. */
  stop(): void;
}

/** Runs a pure state machine whose phases end by themselves. */
export function createTimedMachine<State, Event>(rules: TimedRules<State, Event>): TimedMachine<State, Event> {
  let state = rules.initial;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const send = (event: Event): void => {
    const before = state;
    state = rules.next(before, event, Date.now());
    if (state === before) return;
    if (rules.phase(state) !== rules.phase(before)) wait();
    for (const listener of listeners) listener();
  };
  const wait = (): void => {
    clearTimeout(timer);
    const due = rules.due(state);
    if (due !== null) timer = setTimeout(() => send(due.event), due.afterMs);
  };

  return {
    read: () => state,
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
    stop: () => clearTimeout(timer),
  };
}

/** How a script that comes after the page is doing. `missing`: it could not be had, and is asked for again by itself. */
export type PartState<Value> = { is: 'coming' } | { is: 'there'; value: Value } | { is: 'missing' };

/** A script that comes after the page. */
export interface Part<Value> {
  read(): PartState<Value>;
  /** Calls back when that changes; gives what stops it. */
  watch(changed: () => void): () => void;
  /** Fetches it unless it is there or under way; a failure (PartMissing) is none for good. */
  load(): Promise<Value>;
}

/** A part of the page could not be had, most likely for want of a network. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
  readonly part: Part<unknown>;

  constructor(part: Part<unknown>, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.part = part;
  }
}

/** After so long a part that could not be had is asked for again by itself, time after time; then when the network is back, or somebody asks. */
const AGAIN_MS = [2_000, 5_000, 15_000, 30_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000];

const missing = new Set<() => void>();
let hearsOfNetwork = false;

/** Makes a part of what fetches it: once it is there it stays, and until then every failure can be mended. */
export function createPart<Value>(fetch: () => Promise<Value>): Part<Value> {
  const watchers = new Set<() => void>();
  let state: PartState<Value> = { is: 'coming' };
  let underWay: Promise<Value> | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const become = (next: PartState<Value>): void => {
    state = next;
    for (const changed of watchers) changed();
  };
  const again = (): void => void part.load().catch(() => undefined);
  const againWithNetwork = (): void => {
    failures = 0;
    again();
  };
  const arrive = (value: Value): Value => {
    missing.delete(againWithNetwork);
    become({ is: 'there', value });
    return value;
  };
  const fail = (cause: unknown): never => {
    underWay = null;
    hearOfNetwork();
    missing.add(againWithNetwork);
    const waitMs = AGAIN_MS[failures];
    failures += 1;
    clearTimeout(timer);
    if (waitMs !== undefined) timer = setTimeout(again, waitMs * (0.8 + 0.4 * Math.random()));
    become({ is: 'missing' });
    throw new PartMissing(part, cause);
  };
  const part: Part<Value> = {
    read: () => state,
    watch(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    load() {
      clearTimeout(timer);
      return (underWay ??= fetch().then(arrive, fail));
    },
  };
  return part;
}

/** Calls back with it once it is there, however often it has to be asked for; gives what cancels that. */
export function whenThere<Value>(part: Part<Value>, act: (value: Value) => void): () => void {
  let isOver = false;
  const look = (): void => {
    const state = part.read();
    if (isOver || state.is !== 'there') return;
    cancel();
    act(state.value);
  };
  const stopWatching = part.watch(look);
  const cancel = (): void => {
    isOver = true;
    stopWatching();
  };
  part.load().then(look, () => undefined);
  return cancel;
}

function hearOfNetwork(): void {
  if (hearsOfNetwork) return;
  hearsOfNetwork = true;
  globalThis.addEventListener('online', () => {
    for (const again of missing) again();
  });
}

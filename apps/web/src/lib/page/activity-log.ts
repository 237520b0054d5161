export type LogKind = 'info' | 'success' | 'warning' | 'error';

/** One line of a log: when, how it stands, and what is said (a text's key and its values). */
export interface LogEntry<Says> {
  /** Counts on, also over a cleared log. */
  id: number;
  atMs: number;
  kind: LogKind;
  says: Says;
}

export interface ActivityLog<Says> {
  /** Oldest first. */
  entries: readonly LogEntry<Says>[];
  nextId: number;
}

/** A sentence before it is put into the page's language. */
export interface Said<Key extends string> {
  key: Key;
  values?: Readonly<Record<string, string | number>>;
}

/** Older entries fall out: a page that is left open does not grow for ever. */
const MOST_ENTRIES = 500;

export const EMPTY_LOG: ActivityLog<never> = { entries: [], nextId: 1 };

/** The log with one more entry. */
export function logged<Says>(log: ActivityLog<Says>, entry: Omit<LogEntry<Says>, 'id'>): ActivityLog<Says> {
  const entries = [...log.entries, { ...entry, id: log.nextId }];
  return { entries: entries.slice(-MOST_ENTRIES), nextId: log.nextId + 1 };
}

/** The log without its entries. */
export function cleared<Says>(log: ActivityLog<Says>): ActivityLog<Says> {
  return { entries: [], nextId: log.nextId };
}

import type { Database } from '../../../platform/database.ts';
import { onceFor } from '../../../platform/once-for.ts';
import type { StoredCall } from './stored-call.ts';

const MOST_REMEMBERED = 20_000;
const memoryOf = onceFor<Database, Map<string, StoredCall>>(() => new Map());

/**
 * The call as this process last read or wrote it; null: read it. Others may have changed it since: it is good for a change
 * that is guarded by the revision, and for no decision that leaves the call as it is.
 */
export function rememberedCall(database: Database, id: string): StoredCall | null {
  return memoryOf(database).get(id) ?? null;
}

/** Keeps an open call in mind, and lets go of an ended one. */
export function rememberCall(database: Database, stored: StoredCall): void {
  const memory = memoryOf(database);
  memory.delete(stored.call.id);
  if (stored.call.progress.state === 'ended') return;
  memory.set(stored.call.id, { ...stored, before: stored.call });
  // A Map keeps the order of insertion: the first was written longest ago.
  const [oldest] = memory.keys();
  if (memory.size > MOST_REMEMBERED && oldest !== undefined) memory.delete(oldest);
}

/** Lets go of a call that is not as it was remembered. */
export function forgetCall(database: Database, id: string): void {
  memoryOf(database).delete(id);
}

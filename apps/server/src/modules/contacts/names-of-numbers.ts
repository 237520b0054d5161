import type { Executor } from '../../platform/database.ts';
import { listNames } from './contacts-store.ts';

/** Whose these numbers are, of an account's contacts. */
export async function namesOfNumbers(
  db: Executor,
  accountId: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return new Map((await listNames(db, accountId, numbers)).map(({ number, name }) => [number, name]));
}

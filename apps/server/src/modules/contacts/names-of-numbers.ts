import type { Executor } from '../../platform/database.ts';
import { listNames } from './contacts-store.ts';

/** Which number of an account's contacts is whose. */
export async function namesOfNumbers(db: Executor, accountId: string): Promise<ReadonlyMap<string, string>> {
  return new Map((await listNames(db, accountId)).map(({ number, name }) => [number, name]));
}

import type { Executor } from '../../platform/database.ts';
import { sipPhonesOf } from './sip-phones-store.ts';

/** A user's phones, without their HA1s, for an export. */
export async function* everySipPhoneOf(database: Executor, userId: string): AsyncGenerator<unknown> {
  for (const { id, name, username, createdAt } of await sipPhonesOf(database, userId)) {
    yield { id, name, username, createdAt };
  }
}

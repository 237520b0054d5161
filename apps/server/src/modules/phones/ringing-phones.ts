import type { Executor } from '../../platform/database.ts';
import { sipPhonesOfAccount } from './sip-phones-store.ts';

/** The engine rings no more contacts than this of all phones together. */
const MOST_PHONES = 20;

/** The user names of the phones that a call to an account rings, oldest first. */
export async function ringingPhones(database: Executor, accountId: string): Promise<string[]> {
  const phones = await sipPhonesOfAccount(database, accountId);
  return phones.slice(0, MOST_PHONES).map((phone) => phone.username);
}

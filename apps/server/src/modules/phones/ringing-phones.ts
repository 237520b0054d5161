import type { Executor } from '../../platform/database.ts';
import { sipPhonesOfAccount } from './sip-phones-store.ts';

/** The engine rings no more contacts than this of all phones together. */
const MOST_PHONES = 20;

/** The user names of the phones that a call to an account rings, oldest first: all of them, or those of some ids that are still there. */
export async function ringingPhones(
  database: Executor,
  wanted: { accountId: string; phones: 'all' | readonly string[] },
): Promise<string[]> {
  const { accountId, phones } = wanted;
  if (phones !== 'all' && phones.length === 0) return [];
  const all = await sipPhonesOfAccount(database, accountId);
  const chosen = phones === 'all' ? all : all.filter(({ id }) => phones.includes(id));
  return chosen.slice(0, MOST_PHONES).map((phone) => phone.username);
}

import type { Executor } from '../../platform/database.ts';
import { sipPhonesOfAccount } from './sip-phones-store.ts';

export type RingingPhone = { id: string; username: string };

/** The engine rings no more contacts than this of all phones together. */
export const MOST_RINGING_PHONES = 20;

/** The phones that a call to an account rings: all of them, oldest first, or those of some ids that are still there, in their order and each once. */
export async function ringingPhones(
  database: Executor,
  wanted: { accountId: string; phones: 'all' | readonly string[] },
): Promise<RingingPhone[]> {
  const { accountId, phones } = wanted;
  if (phones !== 'all' && phones.length === 0) return [];
  const all = await sipPhonesOfAccount(database, accountId);
  const chosen =
    phones === 'all' ? all : [...new Set(phones)].flatMap((id) => all.find((phone) => phone.id === id) ?? []);
  return chosen.slice(0, MOST_RINGING_PHONES).map(({ id, username }) => ({ id, username }));
}

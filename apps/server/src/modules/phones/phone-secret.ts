import { randomBytes } from 'node:crypto';
import type { Executor } from '../../platform/database.ts';
import { findSipPhone } from './sip-phones-store.ts';

/** What is told of the names of SIP phones. */
export type PhoneSecrets = {
  /**
   * HA1 of the SIP phone with this user name, for the engine's check of one request. A name that nobody has gets a
   * random one: whoever guesses names learns nothing from the answer.
   */
  secretOf(username: string): Promise<string>;
  /** The user whose phone it is, as when its secret was last asked for, without asking the database; null: not known here. */
  ownerOf(username: string): string | null;
};

const MOST_REMEMBERED = 20_000;

export function createPhoneSecrets(database: Executor): PhoneSecrets {
  // The first was asked for longest ago.
  const owners = new Map<string, string>();

  const remember = (username: string, userId: string | undefined) => {
    owners.delete(username);
    if (userId === undefined) return;
    const [oldest] = owners.keys();
    if (owners.size >= MOST_REMEMBERED && oldest !== undefined) owners.delete(oldest);
    owners.set(username, userId);
  };
  return {
    secretOf: async (username) => {
      const phone = await findSipPhone(database, username);
      remember(username, phone?.userId);
      return phone?.ha1 ?? randomBytes(16).toString('hex');
    },
    ownerOf: (username) => owners.get(username) ?? null,
  };
}

import { randomBytes } from 'node:crypto';
import type { Executor } from '../../platform/database.ts';
import { findSipPhone } from './sip-phones-store.ts';

/**
 * HA1 of the SIP phone with this user name, for the engine's check of one request. A name that nobody has gets a
 * random one: whoever guesses names learns nothing from the answer.
 */
export async function phoneSecret(database: Executor, username: string): Promise<string> {
  const phone = await findSipPhone(database, username);
  return phone?.ha1 ?? randomBytes(16).toString('hex');
}

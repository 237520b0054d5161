import type { Executor } from '../../platform/database.ts';
import { findUser, usersOfAccounts } from '../accounts/index.ts';
import { findBuyer } from './buyer-store.ts';
import type { Party } from './invoice.ts';

/** Who stands on an account's invoices: what was said, else the name of its first user. */
export async function buyerOf(db: Executor, accountId: string): Promise<Party> {
  const { name, address, country, taxId } = await findBuyer(db, accountId);
  return {
    name: name === '' ? await nameOfFirstUser(db, accountId) : name,
    lines: address.split('\n').filter((line) => line.trim() !== ''),
    country: country === '' ? null : country,
    taxId: taxId === '' ? null : taxId,
  };
}

async function nameOfFirstUser(db: Executor, accountId: string): Promise<string> {
  const [first] = (await usersOfAccounts(db, [accountId])).get(accountId) ?? [];
  const user = first === undefined ? null : await findUser(db, first);
  return user === null ? '' : `${user.firstName} ${user.lastName}`;
}

import type { FastifyRequest } from 'fastify';
import { identityOf } from '../../../platform/http-server.ts';
import type { Executor } from '../../../platform/database.ts';
import type { Account } from './account.ts';
import { findAccount } from './accounts-store.ts';

/** The account of whoever is signed in. */
export async function accountOfRequest(db: Executor, request: FastifyRequest): Promise<Account> {
  const { accountId } = identityOf(request);
  const account = await findAccount(db, accountId);
  if (account === null) throw new Error(`the signed-in account ${accountId} does not exist`);
  return account;
}

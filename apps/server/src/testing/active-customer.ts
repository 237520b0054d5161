import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';

/** Somebody with two dollars who may use real trunks and carriers. */
export async function activeCustomer(app: { origin: string; database: Database }): Promise<ApiCustomer> {
  const customer = await apiCustomer(app);
  await sql`update accounts.account set state = 'active' where id = ${customer.accountId}`.execute(app.database);
  return customer;
}

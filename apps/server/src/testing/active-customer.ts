import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { type ApiCustomer, apiCustomer } from './api-customer.ts';

let rented = 0;

/** Somebody with two dollars, unless told otherwise, and a rented number, who may use real trunks and carriers. */
export async function activeCustomer(
  app: { origin: string; database: Database },
  { dollars = 2 }: { dollars?: number } = {},
): Promise<ApiCustomer> {
  const customer = await apiCustomer(app, { dollars });
  await sql`update accounts.account set state = 'active' where id = ${customer.accountId}`.execute(app.database);
  await sql`insert into numbers.number (e164, account_id, kind, created_at)
    values (${`+1202555${String((rented += 1)).padStart(4, '0')}`}, ${customer.accountId}, 'bought', now())`.execute(
    app.database,
  );
  return customer;
}

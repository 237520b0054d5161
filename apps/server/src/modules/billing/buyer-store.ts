import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';

/** What an account wants to have on its invoices; empty where it said nothing. */
export type Buyer = { name: string; address: string; country: string; taxId: string };

/** The buyer of an account; all empty when nothing was said. */
export async function findBuyer(db: Executor, accountId: string): Promise<Buyer> {
  const { rows } = await sql<{ name: string | null; address: string; country: string | null; tax_id: string | null }>`
    select name, address, country, tax_id from billing.buyer where account_id = ${accountId}`.execute(db);
  const row = rows[0];
  return {
    name: row?.name ?? '',
    address: row?.address ?? '',
    country: row?.country ?? '',
    taxId: row?.tax_id ?? '',
  };
}

/** Writes what is to stand on the invoices from now on. */
export async function saveBuyer(db: Executor, { accountId, ...buyer }: Buyer & { accountId: string }): Promise<void> {
  const orNull = (text: string) => (text === '' ? null : text);
  await sql`
    insert into billing.buyer (account_id, name, address, country, tax_id)
    values (${accountId}, ${orNull(buyer.name)}, ${buyer.address}, ${orNull(buyer.country)}, ${orNull(buyer.taxId)})
    on conflict (account_id) do update set name = excluded.name, address = excluded.address, country = excluded.country,
      tax_id = excluded.tax_id`.execute(db);
}

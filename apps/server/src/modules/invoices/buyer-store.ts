import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';

/** What an account wants to have on its invoices; empty where it said nothing. */
export type Buyer = { name: string; address: string; country: string; taxId: string };
type BuyerRow = { name: string | null; address: string; country: string | null; tax_id: string | null };

/** The buyer of an account; all empty when nothing was said. */
export async function findBuyer(db: Executor, accountId: string): Promise<Buyer> {
  const { rows } = await sql<BuyerRow>`
    select name, address, country, tax_id from billing.buyer where account_id = ${accountId}`.execute(db);
  return toBuyer(rows[0]);
}

/** A part of a buyer: what is absent stays as it is, empty text takes it away. */
type BuyerChange = { [Part in keyof Buyer]?: Buyer[Part] | undefined };

/** Writes what is to stand on the invoices from now on. One statement, so that of two at the same time both count. */
export async function changeBuyer(db: Executor, change: BuyerChange & { accountId: string }): Promise<Buyer> {
  const { accountId, name = null, address = null, country = null, taxId = null } = change;
  const { rows } = await sql<BuyerRow>`
    insert into billing.buyer as kept (account_id, name, address, country, tax_id)
    values (${accountId}, nullif(${name}::text, ''), coalesce(${address}::text, ''), nullif(${country}::text, ''),
      nullif(${taxId}::text, ''))
    on conflict (account_id) do update set
      name = nullif(coalesce(${name}::text, kept.name), ''),
      address = coalesce(${address}::text, kept.address),
      country = nullif(coalesce(${country}::text, kept.country), ''),
      tax_id = nullif(coalesce(${taxId}::text, kept.tax_id), '')
    returning name, address, country, tax_id`.execute(db);
  return toBuyer(rows[0]);
}

function toBuyer(row: BuyerRow | undefined): Buyer {
  return {
    name: row?.name ?? '',
    address: row?.address ?? '',
    country: row?.country ?? '',
    taxId: row?.tax_id ?? '',
  };
}

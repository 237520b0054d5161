// The statements about destination groups and lower rate tables.
import type { DestinationKind } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';
import type { DestinationGroup, GroupMember } from './destination-group.ts';
import type { LowerRates } from './lower-rates.ts';
import type { RateTable } from './rate-book.ts';

/** Every destination of every group. */
export async function allGroupMembers(db: Executor): Promise<GroupMember[]> {
  const { rows } = await sql<{ name: string; title: string; country_code: string; kind: DestinationKind }>`
    select destination_group.name, title, country_code, kind
    from rating.group_member join rating.destination_group on destination_group.name = group_member.group_name`.execute(
    db,
  );
  return rows.map(({ name, title, country_code: countryCode, kind }) => ({
    group: { name, title },
    countryCode,
    kind,
  }));
}

/** The rate tables that are another one with so much off. */
export async function allLowerRates(db: Executor): Promise<(RateTable & LowerRates)[]> {
  const { rows } = await sql<{
    name: string;
    version: bigint;
    currency: string;
    is_sample: boolean;
    based_on: string;
    percent_off: number;
  }>`
    select lower.name, lower.version + base.version as version, base.currency, lower.is_sample, lower.based_on,
      lower.percent_off
    from rating.rate_table lower join rating.rate_table base on base.name = lower.based_on
    order by lower.name`.execute(db);
  return rows.map((row) => ({
    name: row.name,
    version: Number(row.version),
    currency: row.currency,
    isSample: row.is_sample,
    basedOn: row.based_on,
    percentOff: row.percent_off,
  }));
}

export async function insertLowerRates(
  tx: Executor,
  table: LowerRates & { name: string; currency: string },
): Promise<void> {
  await sql`insert into rating.rate_table (name, currency, is_sample, based_on, percent_off)
    values (${table.name}, ${table.currency}, true, ${table.basedOn}, ${table.percentOff})
    on conflict do nothing`.execute(tx);
}

/** Adds a group with its destinations. A group that is there stays as it is; false then. */
export async function insertGroup(
  tx: Executor,
  group: DestinationGroup & { countryCodes: string[]; kinds: DestinationKind[] },
): Promise<boolean> {
  const { rows } = await sql`insert into rating.destination_group (name, title)
    values (${group.name}, ${group.title}) on conflict do nothing returning name`.execute(tx);
  if (rows.length === 0) return false;
  await sql`insert into rating.group_member (group_name, country_code, kind)
    select ${group.name}, country_code, kind
    from unnest(${group.countryCodes}::text[]) country_code, unnest(${group.kinds}::text[]) kind
    on conflict do nothing`.execute(tx);
  return true;
}

import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Trunk } from './trunk.ts';

/** What an operator may change about a trunk. */
export type TrunkSettings = Pick<Trunk, 'priority' | 'weight' | 'capacity' | 'country' | 'addresses'> & {
  enabled: boolean;
};
export type TrunkChange = Partial<TrunkSettings>;

/** A trunk as it is kept, also one that takes no calls now. */
export type KeptTrunk = TrunkSettings & Pick<Trunk, 'name' | 'kind' | 'host' | 'port'> & { id: string };

const MOST_LISTED = 1_000;

/** Every trunk, in the order in which they are tried. */
export async function everyTrunk(database: Executor): Promise<KeptTrunk[]> {
  const { rows } = await sql<KeptTrunk>`
    select id, name, kind, host, port, enabled, priority, weight, capacity, country, addresses
    from routing.trunk order by priority, name limit ${MOST_LISTED}`.execute(database);
  return rows;
}

/** Changes a trunk and gives it as it was and as it is; null when there is none of that name. */
export async function changeTrunk(
  tx: Transaction,
  name: string,
  change: TrunkChange,
): Promise<{ before: KeptTrunk; after: KeptTrunk } | null> {
  const { rows } = await sql<KeptTrunk>`
    select id, name, kind, host, port, enabled, priority, weight, capacity, country, addresses
    from routing.trunk where name = ${name} for update`.execute(tx);
  const [before] = rows;
  if (before === undefined) return null;
  const after = { ...before, ...change };
  await sql`update routing.trunk set enabled = ${after.enabled}, priority = ${after.priority}, weight = ${after.weight},
    capacity = ${after.capacity}, country = ${after.country}, addresses = ${after.addresses}::text[] where name = ${name}`.execute(
    tx,
  );
  return { before, after };
}

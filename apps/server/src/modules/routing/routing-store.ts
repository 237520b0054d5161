import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Trunk } from './trunk.ts';

type TrunkRow = {
  name: string;
  kind: Trunk['kind'];
  host: string;
  port: number;
  transport: Trunk['transport'];
  strip_characters: number;
  prepend: string;
  prefixes: string[];
  priority: number;
  weight: number;
  capacity: number | null;
  country: string | null;
  addresses: string[];
  shows_callers: boolean;
};

/** Every trunk that may carry calls now. */
export async function enabledTrunks(database: Executor): Promise<Trunk[]> {
  const { rows } = await sql<TrunkRow>`
    select name, kind, host, port, transport, strip_characters, prepend, prefixes, priority, weight, capacity, country,
      addresses, shows_callers
    from routing.trunk where enabled order by priority, name limit 1000`.execute(database);
  return rows.map(({ strip_characters: stripCharacters, shows_callers: showsCallers, ...trunk }) => ({
    ...trunk,
    stripCharacters,
    showsCallers,
  }));
}

/**
 * The capacities of these trunks as they are now, by name; null: without bound. Until the transaction ends nobody else
 * gets them: who then counts the calls on a trunk and adds one cannot be overtaken. Locked in the order of their names.
 */
export async function lockCapacities(tx: Transaction, names: string[]): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ name: string; capacity: number | null }>`
    select name, capacity from routing.trunk where name = any (${names}::text[]) order by name for no key update`.execute(
    tx,
  );
  return new Map(rows.map(({ name, capacity }) => [name, capacity]));
}

/** Writes a sandbox trunk as the settings name it now; what an operator chose (enabled, priority, weight, capacity) stays. */
export async function saveSandboxTrunk(
  database: Executor,
  trunk: { name: string; host: string; port: number; priority: number; at: Date },
): Promise<void> {
  await sql`
    insert into routing.trunk (id, name, kind, host, port, transport, strip_characters, priority, created_at)
    values (${newId(trunk.at)}, ${trunk.name}, 'sandbox', ${trunk.host}, ${trunk.port}, 'udp', 1, ${trunk.priority}, ${trunk.at})
    on conflict (name) do update set host = excluded.host, port = excluded.port
      where trunk.kind = 'sandbox'`.execute(database);
}

/** Removes the sandbox trunks that the settings no longer name. Call records keep their names. */
export async function removeOtherSandboxTrunks(database: Executor, names: string[]): Promise<void> {
  await sql`delete from routing.trunk where kind = 'sandbox' and name <> all (${names}::text[])`.execute(database);
}

import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Trunk } from './trunk.ts';

/** What an operator may change about a trunk. */
export type TrunkSettings = Pick<
  Trunk,
  'priority' | 'weight' | 'capacity' | 'country' | 'addresses' | 'showsCallers'
> & {
  enabled: boolean;
  /** For how long at a time we register with it; null: not at all. */
  registerSeconds: number | null;
};
export type TrunkChange = Partial<TrunkSettings>;

/** How a carrier that challenges us knows us; the password is sealed. */
export type SealedLogin = { user: string; password: Uint8Array; realm: string | null };

/** How it stands with our registration; all null where there is none. */
export type KeptRegistration = {
  registeredUntil: Date | null;
  registerStatus: number | null;
  registerNextAt: Date | null;
};

/** A trunk as it is kept, also one that takes no calls now. */
export type KeptTrunk = TrunkSettings &
  KeptRegistration &
  Pick<Trunk, 'name' | 'kind' | 'host' | 'port'> & { id: string; loginUser: string | null; loginRealm: string | null };

const MOST_LISTED = 1_000;

/** Every trunk, in the order in which they are tried. */
export async function everyTrunk(database: Executor): Promise<KeptTrunk[]> {
  const { rows } = await sql<KeptTrunk>`
    select id, name, kind, host, port, enabled, priority, weight, capacity, country, addresses,
      shows_callers as "showsCallers", login_user as "loginUser", login_realm as "loginRealm", register_seconds as "registerSeconds",
      registered_until as "registeredUntil", status as "registerStatus", next_at as "registerNextAt"
    from routing.trunk left join routing.registration on trunk_id = id order by priority, name limit ${MOST_LISTED}`.execute(
    database,
  );
  return rows;
}

/** Changes a trunk and gives it as it was and as it is; null when there is none of that name. */
export async function changeTrunk(
  tx: Transaction,
  name: string,
  change: TrunkChange,
): Promise<{ before: KeptTrunk; after: KeptTrunk } | null> {
  const { rows } = await sql<KeptTrunk>`
    select id, name, kind, host, port, enabled, priority, weight, capacity, country, addresses,
      shows_callers as "showsCallers", login_user as "loginUser", login_realm as "loginRealm", register_seconds as "registerSeconds",
      registered_until as "registeredUntil", status as "registerStatus", next_at as "registerNextAt"
    from routing.trunk left join routing.registration on trunk_id = id where name = ${name} for update of trunk`.execute(
    tx,
  );
  const [before] = rows;
  if (before === undefined) return null;
  const after = { ...before, ...change };
  await sql`update routing.trunk set enabled = ${after.enabled}, priority = ${after.priority}, weight = ${after.weight},
    capacity = ${after.capacity}, country = ${after.country}, addresses = ${after.addresses}::text[],
    shows_callers = ${after.showsCallers}, register_seconds = ${after.registerSeconds} where name = ${name}`.execute(
    tx,
  );
  return { before, after };
}

/** Gives a trunk a login, or takes it; the trunk as it was and as it is, without the password. Null when there is none of that name. */
export async function changeLogin(
  tx: Transaction,
  name: string,
  login: SealedLogin | null,
): Promise<{ before: KeptTrunk; after: KeptTrunk } | null> {
  const changed = await changeTrunk(tx, name, login === null ? { registerSeconds: null } : {});
  if (changed === null) return null;
  await sql`update routing.trunk set login_user = ${login?.user ?? null}, login_realm = ${login?.realm ?? null},
    login_password = ${login === null ? null : Buffer.from(login.password)} where name = ${name}`.execute(tx);
  const after = { ...changed.after, loginUser: login?.user ?? null, loginRealm: login?.realm ?? null };
  return { before: changed.before, after };
}

/** The login of each trunk that has one, also of those that are off: a call may still run over them. */
export async function keptLogins(database: Executor): Promise<({ trunk: string } & SealedLogin)[]> {
  const { rows } = await sql<{ trunk: string } & SealedLogin>`
    select name as trunk, login_user as user, login_password as password, login_realm as realm
    from routing.trunk where login_user is not null order by name limit ${MOST_LISTED}`.execute(database);
  return rows;
}

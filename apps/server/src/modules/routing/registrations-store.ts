import { sql } from 'kysely';
import type { Executor } from '../../platform/database.ts';

/** One REGISTER that is due; `seconds` of 0: the trunk is to be registered no longer. */
export type DueRegistration = {
  trunkId: string;
  trunk: string;
  host: string;
  port: number;
  transport: string;
  user: string | null;
  callId: string;
  cseq: number;
  seconds: number;
  failures: number;
  registeredUntil: Date | null;
};

/** What is to be remembered of one. */
export type RegistrationResult = {
  status: number | null;
  registeredUntil: Date | null;
  leastSeconds: number | null;
  failures: number;
  nextAt: Date;
};

/** Engine's REGISTER, and two answers to challenges: each has a number. */
const CSEQ_STEP = 3;
const MOST_AT_ONCE = 20;

/** Makes a row of each trunk that is to be registered and has none. */
export async function wantRegistrations(database: Executor, now: Date): Promise<void> {
  await sql`
    insert into routing.registration (trunk_id, call_id, cseq, next_at)
    select id, gen_random_uuid()::text, 1, ${now} from routing.trunk where enabled and register_seconds is not null
    on conflict do nothing`.execute(database);
}

/** Takes what is due, so that no other server does the same until `until`. */
export async function claimRegistrations(
  database: Executor,
  { now, until }: { now: Date; until: Date },
): Promise<DueRegistration[]> {
  const { rows } = await sql<DueRegistration>`
    update routing.registration as registration
    set claimed_until = ${until}, cseq = registration.cseq + ${CSEQ_STEP}
    from routing.trunk
    where trunk.id = registration.trunk_id and registration.trunk_id in (
      select due.trunk_id from routing.registration as due join routing.trunk as its on its.id = due.trunk_id
      where (due.claimed_until is null or due.claimed_until < ${now})
        and (due.next_at <= ${now} or not its.enabled or its.register_seconds is null)
      order by due.next_at limit ${MOST_AT_ONCE} for update of due skip locked)
    returning trunk.id as "trunkId", trunk.name as trunk, trunk.host, trunk.port, trunk.transport,
      trunk.login_user as user, registration.call_id as "callId", registration.cseq,
      case when trunk.enabled and trunk.register_seconds is not null
        then greatest(trunk.register_seconds, registration.least_seconds) else 0 end as seconds,
      registration.failures, registration.registered_until as "registeredUntil"`.execute(database);
  return rows;
}

/** Writes down what came of one, and lets it go. */
export async function saveRegistration(database: Executor, trunkId: string, result: RegistrationResult): Promise<void> {
  const { status, registeredUntil, leastSeconds, failures, nextAt } = result;
  await sql`
    update routing.registration set status = ${status}, registered_until = ${registeredUntil}, failures = ${failures},
      least_seconds = coalesce(${leastSeconds}, least_seconds), next_at = ${nextAt}, claimed_until = null
    where trunk_id = ${trunkId}`.execute(database);
}

/** The trunk is registered no longer, and not to be. */
export async function forgetRegistration(database: Executor, trunkId: string): Promise<void> {
  await sql`
    delete from routing.registration where trunk_id = ${trunkId} and not exists (
      select from routing.trunk where id = ${trunkId} and enabled and register_seconds is not null)`.execute(database);
}

/** What has changed about a trunk is told to its registrar now. */
export async function hurryRegistration(database: Executor, trunkId: string, now: Date): Promise<void> {
  await sql`
    update routing.registration set next_at = ${now}, failures = 0, least_seconds = 0 where trunk_id = ${trunkId}`.execute(
    database,
  );
}

/** How many trunks are to be registered and are not. */
export async function countUnregistered(database: Executor, now: Date): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from routing.trunk left join routing.registration on trunk_id = id
    where enabled and register_seconds is not null and coalesce(registered_until <= ${now}, true)`.execute(database);
  return Number(rows[0]?.count ?? 0);
}

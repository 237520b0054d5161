import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import type { Setup } from './setup.ts';

type SetupRow = {
  id: string;
  account_id: string;
  user_id: string;
  provider: string;
  provider_id: string | null;
  page_url: string | null;
  state: Setup['state'];
  decline: string | null;
  method_id: string | null;
  created_at: Date;
  ended_at: Date | null;
};
const columns = sql.raw(`method_setup.id, method_setup.account_id, method_setup.user_id, method_setup.provider,
  method_setup.provider_id, method_setup.page_url, method_setup.state, method_setup.decline, method_setup.method_id,
  method_setup.created_at, method_setup.ended_at`);

/** Writes a setup that begins, or gives the one that this user began with the same request key. */
export async function insertSetup(
  db: Executor,
  begun: { setup: Setup; requestKey: string | null; lookAt: Date },
): Promise<Setup> {
  const { setup } = begun;
  const { rows } = await sql<SetupRow>`
    insert into billing.method_setup (id, account_id, user_id, provider, state, request_key, created_at, look_at)
    values (${setup.id}, ${setup.accountId}, ${setup.userId}, ${setup.provider}, 'starting', ${begun.requestKey},
      ${setup.createdAt}, ${begun.lookAt})
    on conflict (user_id, request_key) do nothing
    returning ${columns}`.execute(db);
  if (rows[0] !== undefined) return toSetup(rows[0]);
  const earlier = await sql<SetupRow>`select ${columns} from billing.method_setup
    where user_id = ${setup.userId} and request_key = ${begun.requestKey}`.execute(db);
  if (earlier.rows[0] === undefined) throw new Error(`setup ${setup.id} was neither written nor there`);
  return toSetup(earlier.rows[0]);
}

/** The setup of this account, or null. */
export async function findSetup(db: Executor, wanted: { id: string; accountId: string }): Promise<Setup | null> {
  const { rows } = await sql<SetupRow>`select ${columns} from billing.method_setup
    where id = ${wanted.id} and account_id = ${wanted.accountId}`.execute(db);
  return rows[0] === undefined ? null : toSetup(rows[0]);
}

/** Locks a setup of a provider until the end of the transaction, or null. */
export async function lockSetup(tx: Transaction, wanted: { id: string; provider: string }): Promise<Setup | null> {
  const { rows } = await sql<SetupRow>`select ${columns} from billing.method_setup
    where id = ${wanted.id} and provider = ${wanted.provider} for update`.execute(tx);
  return rows[0] === undefined ? null : toSetup(rows[0]);
}

/** Writes how far a setup has come. */
export async function saveSetup(tx: Transaction, setup: Setup): Promise<void> {
  await sql`update billing.method_setup set state = ${setup.state}, provider_id = ${setup.providerId},
      page_url = ${setup.pageUrl}, decline = ${setup.decline}, method_id = ${setup.methodId}, ended_at = ${setup.endedAt}
    where id = ${setup.id}`.execute(tx);
}

/** Takes the setup without end that has been due longest to be asked for, or null; it comes again as silent payments do. */
export async function takeSilentSetup(db: Executor, take: { provider: string; now: Date }): Promise<Setup | null> {
  const { rows } = await sql<SetupRow>`
    with due as (
      select id from billing.method_setup
      where ended_at is null and look_at <= ${take.now} and provider = ${take.provider}
      order by look_at, id limit 1 for update skip locked
    )
    update billing.method_setup set look_at = ${take.now}::timestamptz
      + greatest(interval '5 seconds', least(interval '10 minutes', (${take.now}::timestamptz - created_at) / 2))
    from due where method_setup.id = due.id
    returning ${columns}`.execute(db);
  return rows[0] === undefined ? null : toSetup(rows[0]);
}

function toSetup(row: SetupRow): Setup {
  return {
    id: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    provider: row.provider,
    providerId: row.provider_id,
    pageUrl: row.page_url,
    state: row.state,
    decline: row.decline,
    methodId: row.method_id,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

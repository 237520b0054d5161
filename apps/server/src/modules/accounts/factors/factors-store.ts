import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import type { AppFactor, Factor, PasskeyFactor } from './factor.ts';

type Row = {
  id: string;
  user_id: string;
  kind: Factor['kind'];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  secret: Buffer | null;
  last_step: bigint | null;
  credential_id: Buffer | null;
  public_key: Buffer | null;
  counter: bigint | null;
  transports: string[] | null;
};
const columns = sql.raw(
  'id, user_id, kind, name, created_at, last_used_at, secret, last_step, credential_id, public_key, counter, transports',
);

/** Writes a new authenticator app. */
export async function insertApp(tx: Transaction, app: AppFactor): Promise<void> {
  await sql`insert into accounts.factor (id, user_id, kind, name, created_at, last_used_at, secret, last_step)
    values (${app.id}, ${app.userId}, 'app', ${app.name}, ${app.createdAt}, ${app.lastUsedAt}, ${app.secret},
      ${app.lastStep})`.execute(tx);
}

/** Writes a new passkey. False when it is known already, whoever's it is. */
export async function insertPasskey(tx: Transaction, passkey: PasskeyFactor): Promise<boolean> {
  const { rows } = await sql`
    insert into accounts.factor (id, user_id, kind, name, created_at, last_used_at, credential_id, public_key, counter, transports)
    values (${passkey.id}, ${passkey.userId}, 'passkey', ${passkey.name}, ${passkey.createdAt}, ${passkey.lastUsedAt},
      ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter}, ${passkey.transports}::text[])
    on conflict (credential_id) do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** A user's factors, oldest first. Their number is bounded by whoever adds them. */
export async function factorsOf(database: Executor, userId: string): Promise<Factor[]> {
  const { rows } = await sql<Row>`
    select ${columns} from accounts.factor where user_id = ${userId} order by id limit 100`.execute(database);
  return rows.map(toFactor);
}

/** The passkey with this credential id, or null. */
export async function findPasskey(database: Executor, credentialId: Buffer): Promise<PasskeyFactor | null> {
  const { rows } = await sql<Row>`
    select ${columns} from accounts.factor where credential_id = ${credentialId}`.execute(database);
  const found = rows[0] === undefined ? null : toFactor(rows[0]);
  return found?.kind === 'passkey' ? found : null;
}

/** Takes a step of an app. False when it, or a later one, was taken already. */
export async function takeStep(tx: Executor, taken: { id: string; step: number; at: Date }): Promise<boolean> {
  const { rows } = await sql`
    update accounts.factor set last_step = ${taken.step}, last_used_at = ${taken.at}
    where id = ${taken.id} and last_step < ${taken.step} returning id`.execute(tx);
  return rows.length > 0;
}

/** Notes that a passkey signed. False when its counter is not what was looked at: it was used meanwhile. */
export async function noteSignature(
  tx: Executor,
  signed: { id: string; before: number; counter: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update accounts.factor set counter = ${signed.counter}, last_used_at = ${signed.at}
    where id = ${signed.id} and counter = ${signed.before} returning id`.execute(tx);
  return rows.length > 0;
}

/** Gives a user's factor another name; null when they have no such factor. */
export async function saveFactorName(
  database: Executor,
  change: { id: string; userId: string; name: string },
): Promise<Factor | null> {
  const { rows } = await sql<Row>`
    update accounts.factor set name = ${change.name} where id = ${change.id} and user_id = ${change.userId}
    returning ${columns}`.execute(database);
  return rows[0] === undefined ? null : toFactor(rows[0]);
}

/** Takes a user's factor away and gives what it was; null when they have no such factor. */
export async function deleteFactor(tx: Transaction, factor: { id: string; userId: string }): Promise<Factor | null> {
  const { rows } = await sql<Row>`
    delete from accounts.factor where id = ${factor.id} and user_id = ${factor.userId} returning ${columns}`.execute(
    tx,
  );
  return rows[0] === undefined ? null : toFactor(rows[0]);
}

/** Takes every factor of a user away. Gives how many there were. */
export async function deleteFactorsOf(tx: Transaction, userId: string): Promise<number> {
  const { rows } = await sql`delete from accounts.factor where user_id = ${userId} returning id`.execute(tx);
  return rows.length;
}

/** Puts new recovery codes in the place of all that a user had; none: they have none any more. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  codes: { userId: string; hashes: Buffer[]; at: Date },
): Promise<void> {
  await sql`delete from accounts.recovery_code where user_id = ${codes.userId}`.execute(tx);
  if (codes.hashes.length === 0) return;
  await sql`insert into accounts.recovery_code (hash, user_id, created_at)
    select hash, ${codes.userId}, ${codes.at} from unnest(${codes.hashes}::bytea[]) hash`.execute(tx);
}

/** Uses a recovery code up. False when the user has no such code, or has used it. */
export async function useUpRecoveryCode(
  tx: Executor,
  used: { userId: string; hash: Buffer; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update accounts.recovery_code set used_at = ${used.at}
    where hash = ${used.hash} and user_id = ${used.userId} and used_at is null returning hash`.execute(tx);
  return rows.length > 0;
}

/** How many recovery codes a user has left. */
export async function recoveryCodesLeft(database: Executor, userId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from accounts.recovery_code where user_id = ${userId} and used_at is null`.execute(
    database,
  );
  return rows[0]?.left ?? 0;
}

function toFactor(row: Row): Factor {
  const { id, user_id: userId, name, created_at: createdAt, last_used_at: lastUsedAt } = row;
  const shared = { id, userId, name, createdAt, lastUsedAt };
  if (row.kind === 'app' && row.secret !== null) {
    return { ...shared, kind: 'app', secret: row.secret, lastStep: Number(row.last_step) };
  }
  if (row.credential_id === null || row.public_key === null) throw new Error(`factor ${id} is neither app nor passkey`);
  return {
    ...shared,
    kind: 'passkey',
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports ?? [],
  };
}

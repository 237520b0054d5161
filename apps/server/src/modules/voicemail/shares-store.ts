// The statements about links by which messages are heard without signing in.
import { sql } from 'kysely';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { RecordingName } from './voicemail-store.ts';

export type StoredShare = { id: string; showsCaller: boolean; madeAt: Date; expiresAt: Date; opened: number };

const columns = sql.raw('id, shows_caller as "showsCaller", made_at as "madeAt", expires_at as "expiresAt", opened');

/** Writes a link of a message of an account down, while fewer than `most` stand. Null: there are, or the message is none of theirs. */
export async function insertShare(
  tx: Transaction,
  share: Omit<StoredShare, 'opened'> & { recording: RecordingName; tokenHash: Buffer; most: number },
): Promise<StoredShare | null> {
  const { id, recording, tokenHash, showsCaller, madeAt, expiresAt, most } = share;
  // Who waits for it here counts what others have made meanwhile.
  await sql`select from voicemail.recording where id = ${recording.id} for update`.execute(tx);
  const { rows } = await sql<StoredShare>`
    insert into voicemail.share (id, recording_id, account_id, token_hash, shows_caller, made_at, expires_at)
    select ${id}::uuid, id, account_id, ${tokenHash}, ${showsCaller}, ${madeAt}, ${expiresAt} from voicemail.recording
    where id = ${recording.id} and account_id = ${recording.accountId}
      and (select count(*) from voicemail.share where recording_id = recording.id and expires_at > ${madeAt}) < ${most}
    returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** The links of a message that stand, the latest first. */
export async function sharesOf(db: Executor, recording: RecordingName & { at: Date }): Promise<StoredShare[]> {
  const { rows } = await sql<StoredShare>`
    select ${columns} from voicemail.share
    where recording_id = ${recording.id} and account_id = ${recording.accountId} and expires_at > ${recording.at}
    order by made_at desc, id limit 100`.execute(db);
  return rows;
}

/** False: there is no such link of that message. */
export async function deleteShare(db: Executor, share: { id: string; recording: RecordingName }): Promise<boolean> {
  const { rows } = await sql`
    delete from voicemail.share where id = ${share.id} and recording_id = ${share.recording.id}
      and account_id = ${share.recording.accountId} returning id`.execute(db);
  return rows.length > 0;
}

/** The message of a link that stands, and what its page may say; null: there is none. `opens`: how often more it was opened. */
export async function openShare(
  db: Executor,
  { tokenHash, at, opens }: { tokenHash: Buffer; at: Date; opens: 0 | 1 },
): Promise<{ recordingId: string; showsCaller: boolean; expiresAt: Date } | null> {
  const { rows } = await sql<{ recordingId: string; showsCaller: boolean; expiresAt: Date }>`
    update voicemail.share set opened = least(opened + ${opens}, 1000000)
    where token_hash = ${tokenHash} and expires_at > ${at}
    returning recording_id as "recordingId", shows_caller as "showsCaller", expires_at as "expiresAt"`.execute(db);
  return rows[0] ?? null;
}

/** Forgets links that have expired, some at a time. */
export async function forgetShares(db: Executor, { at, most }: { at: Date; most: number }): Promise<void> {
  await sql`delete from voicemail.share where id in (
    select id from voicemail.share where expires_at <= ${at} order by expires_at limit ${most})`.execute(db);
}

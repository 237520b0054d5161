import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';
export type Picture = { type: PictureType; bytes: Buffer; changedAt: Date };

/** Puts a user's picture in the place of the one before. */
export async function savePicture(database: Executor, picture: Picture & { userId: string }): Promise<void> {
  const { userId, type, bytes, changedAt } = picture;
  await sql`
    insert into accounts.picture (user_id, media_type, bytes, changed_at)
    values (${userId}, ${type}, ${bytes}, ${changedAt})
    on conflict (user_id) do update
      set media_type = excluded.media_type, bytes = excluded.bytes, changed_at = excluded.changed_at`.execute(database);
}

/** Removes a user's picture. False when there is none. */
export async function deletePicture(database: Executor, userId: string): Promise<boolean> {
  const { rows } = await sql`delete from accounts.picture where user_id = ${userId} returning user_id`.execute(
    database,
  );
  return rows.length > 0;
}

/** A user's picture, or null. */
export async function findPicture(database: Executor, userId: string): Promise<Picture | null> {
  const { rows } = await sql<Picture>`
    select media_type as type, bytes, changed_at as "changedAt" from accounts.picture where user_id = ${userId}`.execute(
    database,
  );
  return rows[0] ?? null;
}

/** When a user's picture was last changed; null without one. */
export async function pictureChangedAt(database: Executor, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ changed_at: Date }>`
    select changed_at from accounts.picture where user_id = ${userId}`.execute(database);
  return rows[0]?.changed_at ?? null;
}

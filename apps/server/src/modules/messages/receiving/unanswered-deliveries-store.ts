import { sql } from 'kysely';
import type { Executor, Transaction } from '../../../platform/database.ts';
import type { DeliveryFingerprint } from '../record/carrier.ts';

type Brought = DeliveryFingerprint & { bind: string };

/**
 * Notes a delivery until its carrier has heard the answer. False: it stands for one that is noted since an instant, and came on another
 * connection, which ended before that. Whoever has the same one already is waited for.
 */
export async function noteDelivery(
  tx: Transaction,
  { bind, fingerprint, link, at, since }: Brought & { at: Date; since: Date },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`delivery ${bind} ${fingerprint}`}, 0))`.execute(tx);
  const { rows } = await sql`delete from messages.unanswered_delivery where ctid = (
    select ctid from messages.unanswered_delivery
    where bind = ${bind} and fingerprint = ${fingerprint} and link <> ${link} and came_at >= ${since}
    order by came_at limit 1) returning bind`.execute(tx);
  await sql`insert into messages.unanswered_delivery (bind, fingerprint, link, came_at)
    values (${bind}, ${fingerprint}, ${link}, ${at})`.execute(tx);
  return rows.length === 0;
}

/** Forgets deliveries whose answers were heard, each of them once. */
export async function forgetAnswered(db: Executor, answered: readonly Brought[]): Promise<void> {
  await sql`with answered as (
      select bind, fingerprint, link, count(*) as times
      from unnest(${answered.map(({ bind }) => bind)}::text[], ${answered.map(({ fingerprint }) => fingerprint)}::text[],
        ${answered.map(({ link }) => link)}::uuid[]) as said (bind, fingerprint, link) group by bind, fingerprint, link)
    delete from messages.unanswered_delivery where ctid in (
      select noted.lies_at from answered cross join lateral (
        select ctid as lies_at from messages.unanswered_delivery one
        where one.fingerprint = answered.fingerprint and one.bind = answered.bind and one.link = answered.link
        order by came_at limit answered.times) noted)`.execute(db);
}

/** Forgets what was noted before an instant: its carrier has given it up. */
export async function forgetDeliveries(db: Executor, before: Date): Promise<void> {
  await sql`delete from messages.unanswered_delivery where came_at < ${before}`.execute(db);
}

import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

/** How a server's line to a carrier stands. */
export type CarrierLine = { carrier: string; server: string; isBound: boolean; since: Date };

/** Notes how the lines of a server stand now. */
export async function noteCarrierLines(
  db: Executor,
  noted: { server: string; lines: readonly { carrier: string; isBound: boolean }[]; at: Date },
): Promise<void> {
  const { server, at } = noted;
  await sql`insert into messages.carrier_line as known (carrier, server, is_bound, changed_at, seen_at)
    select said.carrier, ${server}, said."isBound", ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(noted.lines)}::jsonb) as said (carrier text, "isBound" boolean)
    on conflict (carrier, server) do update set is_bound = excluded.is_bound, seen_at = excluded.seen_at,
      changed_at = case when known.is_bound = excluded.is_bound then known.changed_at else excluded.changed_at end`.execute(
    db,
  );
}

/** Forgets lines of servers that have said nothing since an instant. */
export async function forgetCarrierLines(db: Executor, before: Date): Promise<void> {
  await sql`delete from messages.carrier_line where seen_at < ${before}`.execute(db);
}

/** The lines that servers have told of since an instant, by carrier and server. */
export async function carrierLines(db: Executor, since: Date): Promise<CarrierLine[]> {
  const { rows } = await sql<CarrierLine>`select carrier, server, is_bound as "isBound", changed_at as since
    from messages.carrier_line where seen_at >= ${since} order by carrier, server limit 1000`.execute(db);
  return rows;
}

/** How many messages wait for a carrier, and parts for each carrier's word whether it has them. */
export async function countOpenMessages(db: Executor): Promise<{ waiting: number; unknown: Map<string, number> }> {
  const [waiting, unknown] = await Promise.all([
    sql<{ count: number }>`select count(*)::integer as count from messages.message where state = 'queued'`.execute(db),
    sql<{ bind: string; count: number }>`select part.bind, count(*)::integer as count
      from messages.message join messages.part on part.message_id = message.id
      where message.state = 'unknown' and message.settled_at is null and part.state = 'unknown' and part.bind is not null
      group by part.bind`.execute(db),
  ]);
  return {
    waiting: waiting.rows[0]?.count ?? 0,
    unknown: new Map(unknown.rows.map(({ bind, count }) => [bind, count])),
  };
}

import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

/** A call whose charge is not what its times and its price give. */
export type WronglyCharged = {
  id: string;
  answeredSeconds: number;
  /** What its times give. */
  countedSeconds: number;
  forgivenSeconds: number;
  costMicros: bigint;
  priceMicros: bigint;
};

/** The calls whose charge does not follow from their times, the newest first; at most `most`. There should be none. */
export async function wronglyCharged(database: Executor, most: number): Promise<WronglyCharged[]> {
  const { rows } = await sql<WronglyCharged>`
    select id, answered_seconds as "answeredSeconds", counted_seconds as "countedSeconds",
      forgiven_seconds as "forgivenSeconds", cost_micros as "costMicros", price_micros::bigint as "priceMicros"
    from calls.wrongly_charged order by id desc limit ${most}`.execute(database);
  return rows;
}
